/** Rates a source for one claim: authority, independence, freshness, specificity, and whether it is first-hand. */
import type { BaseProfile } from '#contracts/vocabulary.ts';
import { round4 } from '#engine/rounding.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { SourceQuality } from '#engine/types/judging.ts';
import type { CandidatePassage, SourceDocument } from '#engine/types/retrieval.ts';
import { claimTerms } from './claim-terms.ts';
import { coveredShare } from './coverage.ts';
import { passageWords } from './passage-words.ts';
import { authorityTier, isPrimaryHost } from './source-lists.ts';

/** Authority by origin; initial estimates. Documents chosen by the customer or operator rank above any list. */
const APPROVED_AUTHORITY = 0.95;
const TIER_AUTHORITY = { high: 0.9, medium: 0.7, low: 0.2 } as const;
const UNLISTED_AUTHORITY = 0.5;

/** Years in which a source about the present loses half its freshness, by how fast the field moves. */
const HALF_LIFE_YEARS: Record<BaseProfile, number> = {
  general_web: 3,
  research_citations: 8,
  legal_regulatory: 5,
  medical_clinical: 5,
  finance_markets: 1,
  internal_enterprise: 2,
};
const UNKNOWN_FRESHNESS = 0.5;
const LEAST_FRESHNESS = 0.1;
/** Freshness of a source that predates what the claim is about: it can at best have announced it. */
const BEFORE_THE_FACT = 0.2;

const MS_PER_DAY = 86_400_000;
const DAYS_PER_YEAR = 365.25;

const FIRST_HAND_CLASS = /primary|official|statut|regulat|court|filing|register|registry/i;

type Measure = [value: number, rationale: string];

/**
 * Quality of the passage's source for the claim. Each number is 0..1 with four decimals and has a phrase of rationale.
 *
 * - authority: .95 for approved sources; else .9, .7 or .2 by the profile's host lists, .5 if not listed.
 * - independence: 1 ÷ `clusterSize`, the number of documents found in the passage's independence cluster (at least 1).
 * - freshness: for a claim about past years only, 1 if published in or after the first of them, else .2; for any other claim,
 *   2^(−age ÷ half-life of the profile), at least .1; .5 if the date is unknown or in the future.
 * - specificity: weighted share of the claim's terms in the passage (names may also stand in its title).
 *
 * `now` is the RFC 3339 time of the check.
 */
export function sourceQuality(
  claim: ExtractedClaim,
  passage: CandidatePassage,
  profile: BaseProfile,
  clusterSize: number,
  now: string,
): SourceQuality {
  const { source } = passage;
  const host = hostOf(source);
  const [authority, authorityReason] = authorityOf(source, profile, host);
  const [independence, independenceReason] = independenceOf(clusterSize);
  const [freshness, freshnessReason] = freshnessOf(claim, source, profile, now);
  const [specificity, specificityReason] = specificityOf(claim, passage);
  const primary = FIRST_HAND_CLASS.test(source.source_class) || isPrimaryHost(profile, host);
  return {
    authority: round4(authority),
    independence: round4(independence),
    freshness: round4(freshness),
    specificity: round4(specificity),
    primary,
    rationale: [
      authorityReason,
      independenceReason,
      freshnessReason,
      specificityReason,
      primary ? 'first-hand source' : 'not known as a first-hand source',
    ],
  };
}

function authorityOf(source: SourceDocument, profile: BaseProfile, host: string): Measure {
  if (source.destination_domain === 'library') return [APPROVED_AUTHORITY, "document of the operator's library"];
  if (source.destination_domain === 'given') return [UNLISTED_AUTHORITY, 'given by the caller'];
  if (source.approved) return [APPROVED_AUTHORITY, 'approved by the customer'];
  const listed = authorityTier(profile, host);
  if (listed === null) return [UNLISTED_AUTHORITY, `${host || 'source'} is on no list of the profile`];
  return [TIER_AUTHORITY[listed.tier], `${listed.listed} is listed with ${listed.tier} authority`];
}

function independenceOf(clusterSize: number): Measure {
  const size = Math.max(1, clusterSize);
  return size === 1
    ? [1, 'no other document repeats or shares its origin']
    : [1 / size, `one of ${size} documents of the same origin or wording`];
}

function freshnessOf(claim: ExtractedClaim, source: SourceDocument, profile: BaseProfile, now: string): Measure {
  const published = dateOf(source.publication_date);
  const today = Date.parse(now);
  if (published === null) return [UNKNOWN_FRESHNESS, 'no publication date known'];
  const day = new Date(published).toISOString().slice(0, 10);
  if (published > today + MS_PER_DAY) return [UNKNOWN_FRESHNESS, `publication date ${day} lies ahead`];
  const scope = yearsOf(claim);
  if (scope !== null && scope.last < new Date(today).getUTCFullYear()) {
    return new Date(published).getUTCFullYear() >= scope.first
      ? [1, `published ${day}, in or after the time the claim speaks of`]
      : [BEFORE_THE_FACT, `published ${day}, before the time the claim speaks of`];
  }
  const age = Math.max(0, today - published) / MS_PER_DAY / DAYS_PER_YEAR;
  const freshness = Math.max(LEAST_FRESHNESS, 2 ** (-age / HALF_LIFE_YEARS[profile]));
  return [freshness, `published ${day}, ${age.toFixed(1)} years before the check`];
}

function specificityOf(claim: ExtractedClaim, passage: CandidatePassage): Measure {
  const all = coveredShare(claimTerms(claim), passageWords(passage.text), passageWords(passage.source.title));
  return [all, `speaks of ${Math.round(all * 100)} % of the claim's weighted terms`];
}

/** First and last year that the claim's temporal scope names; null if it names none. */
function yearsOf(claim: ExtractedClaim): { first: number; last: number } | null {
  const years = claim.dates_and_temporal_scope
    .flatMap((scope) => scope.match(/\b(?:1\d{3}|20\d{2})(?!\d)/g) ?? [])
    .map(Number);
  return years.length === 0 ? null : { first: Math.min(...years), last: Math.max(...years) };
}

/** Milliseconds of an ISO date, which may consist of the year, or year and month, only; null if it is none. */
function dateOf(date: string | null): number | null {
  if (date === null || !/^\d{4}(?:-\d{2}){0,2}(?:T|$)/.test(date)) return null;
  const time = Date.parse(date);
  return Number.isNaN(time) ? null : time;
}

/** The host name; '' for a library document, which has a URN instead of an address. */
function hostOf(source: SourceDocument): string {
  if (source.canonical_url.startsWith('urn:')) return '';
  return URL.parse(source.canonical_url)?.hostname ?? '';
}
