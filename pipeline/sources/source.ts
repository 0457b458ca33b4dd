/** The interface of evidence sources: source sets, the operator's library, and sources outside the service. */

import type { GivenSource } from '#contracts/given-sources.ts';
import type { DocumentLanguage } from '#contracts/ports/evidence-library.ts';
import type { FetchOccasion } from '#contracts/ports/source-fetcher.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import type { Engine } from '#engine/engine.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { CandidatePassage, RetrievalGap, SearchQuery } from '#engine/types/retrieval.ts';
import type { SourceLedger } from './outside/ledger.ts';

export interface ClaimSearch {
  claim: ExtractedClaim;
  queries: readonly SearchQuery[];
}

export interface SourceFindings {
  candidates: readonly CandidatePassage[];
  /** False when nothing of the source could be searched. */
  searched: boolean;
  /** Why the source could not be searched completely; empty when it was. */
  gaps: readonly RetrievalGap[];
}

/** Findings of a source that could not be searched. */
export function notSearched(...gaps: RetrievalGap[]): SourceFindings {
  return { candidates: [], searched: false, gaps };
}

/**
 * `matches`: ranking keeps only a few, and passages beyond this rank are unlikely to be among them. `candidates`: these and
 * the passages around them, enough for all passages of a few short documents.
 */
export const PER_QUERY = { matches: 24, candidates: 48 };

export interface OpenSource {
  /**
   * Returns one finding per search, in the same order. Throws only for failures of our own stores, which a retry may
   * fix.
   */
  search(searches: readonly ClaimSearch[], signal: AbortSignal): Promise<SourceFindings[]>;
}

/** A source of which nothing can be searched. */
export function unsearchable(gap: RetrievalGap): OpenSource {
  return { search: async (searches) => searches.map(() => notSearched(gap)) };
}

/** How long pages fetched for the request may be cached, in seconds; 0: not at all. */
export function keptForSeconds(request: Pick<VerificationRequestedData, 'retention_hours' | 'zero_retention'>): number {
  return request.zero_retention ? 0 : request.retention_hours * 3_600;
}

/** The text that evidence is searched for. */
export interface SearchedText {
  /** ISO 639-1, or 'und'. */
  language: string;
  /** The claims that are still to be searched for. */
  claims: readonly Pick<ExtractedClaim, 'materiality'>[];
  /** All claims that are searched for, including those that an earlier delivery has searched for. */
  checkable: readonly Pick<ExtractedClaim, 'materiality'>[];
  /** The whole text. */
  content(): string;
  /** `normalized_claim` of each of `claims`, by the claim's ordinal. */
  wordings(): Promise<ReadonlyMap<number, string>>;
  /** The sources that the caller gave with the text; null if they were deleted. */
  given(): Promise<readonly GivenSource[] | null>;
  /** Takes turns as the request's organization. */
  engine: Pick<Engine, 'deidentify' | 'planQueries' | 'splitPassages'>;
}

export interface EvidenceSource {
  readonly id: string;
  /** True if its calls are recorded in the ledger and count towards limits and prices. */
  readonly isCounted?: true;
  /** The languages of the documents that it would search for this request, where they can be told before a search. */
  languages?(
    request: VerificationRequestedData,
    occasion: FetchOccasion,
    text: Pick<SearchedText, 'given'>,
  ): Promise<readonly DocumentLanguage[]>;
  /** Returns the source as this request may use it, or null if the request has none of this kind. */
  open(
    request: VerificationRequestedData,
    occasion: FetchOccasion,
    text: SearchedText,
    ledger: SourceLedger,
  ): Promise<OpenSource | null>;
}

/**
 * Typed reasons why evidence is missing or thin, for one claim.
 * @param findings of every source that was configured, in any order
 * @param ranked how many passages were left after ranking
 */
export function gapsOf(findings: readonly SourceFindings[], ranked: number): RetrievalGap[] {
  if (findings.length === 0) return ['no_source_configured'];
  const gaps = new Set(findings.flatMap((finding) => finding.gaps));
  if (!findings.some((finding) => finding.searched)) {
    // Other gaps are more exact.
    gaps.delete('no_source_reachable');
    return gaps.size > 0 ? [...gaps] : ['no_source_reachable'];
  }
  // One unreachable source out of several leaves a gap, not an empty result.
  if (gaps.delete('no_source_reachable')) gaps.add('provider_failed');
  if (ranked === 0) {
    gaps.add(findings.some(({ candidates }) => candidates.length > 0) ? 'passage_irrelevant' : 'no_passage_found');
  }
  return [...gaps];
}

const FOUND_NOTHING: readonly string[] = ['no_passage_found', 'passage_irrelevant'] satisfies RetrievalGap[];

/** True if no source could be searched for the claim, as opposed to a search that found nothing. */
export function isUnsearched(evidence: { passages: number; gaps: readonly string[] }): boolean {
  return evidence.passages === 0 && !evidence.gaps.some((gap) => FOUND_NOTHING.includes(gap));
}
