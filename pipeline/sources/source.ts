/** Where evidence comes from: one interface over source sets, the operator's library and, later, search providers. */
import type { VerificationRequestedData } from '#contracts/events/verification.ts';
import type { CandidatePassage, ExtractedClaim, RetrievalGap, SearchQuery } from '#engine/types.ts';

export interface ClaimSearch {
  claim: ExtractedClaim;
  queries: readonly SearchQuery[];
}

/**
 * searched: it was looked through; unreachable: nothing of it could be asked; partly_reachable: some of it could;
 * budget_spent: time or cost ran out before.
 */
export type SearchOutcome = 'searched' | 'unreachable' | 'partly_reachable' | 'budget_spent';

export interface SourceFindings {
  outcome: SearchOutcome;
  candidates: CandidatePassage[];
}

export interface OpenSource {
  /** One finding per search, in their order. Throws only for faults of our own stores, which another try may mend. */
  search(searches: readonly ClaimSearch[], signal: AbortSignal): Promise<SourceFindings[]>;
}

export interface EvidenceSource {
  readonly id: string;
  /** The source as this request may use it, or null where the request has none of its kind. */
  open(request: VerificationRequestedData, signal: AbortSignal): Promise<OpenSource | null>;
}

/**
 * Typed reasons why evidence is missing or thin, for one claim.
 * @param findings of every source that was configured, in any order
 * @param ranked how many passages were left after ranking
 */
export function gapsOf(findings: readonly SourceFindings[], ranked: number): RetrievalGap[] {
  if (findings.length === 0) return ['no_source_configured'];
  const outcomes = new Set(findings.map((finding) => finding.outcome));
  const asked = outcomes.has('searched') || outcomes.has('partly_reachable');
  if (!asked) return [outcomes.has('budget_spent') ? 'budget_spent' : 'no_source_reachable'];

  const gaps: RetrievalGap[] = [];
  if (outcomes.has('unreachable') || outcomes.has('partly_reachable')) gaps.push('provider_failed');
  if (outcomes.has('budget_spent')) gaps.push('budget_spent');
  if (ranked === 0) {
    gaps.push(findings.some(({ candidates }) => candidates.length > 0) ? 'passage_irrelevant' : 'no_passage_found');
  }
  return gaps;
}

const FOUND_NOTHING: readonly string[] = ['no_passage_found', 'passage_irrelevant'] satisfies RetrievalGap[];

/** True if no source could be asked about the claim: nothing was found, and not because a search found nothing. */
export function isUnsearched(evidence: { passages: number; gaps: readonly string[] }): boolean {
  return evidence.passages === 0 && !evidence.gaps.some((gap) => FOUND_NOTHING.includes(gap));
}
