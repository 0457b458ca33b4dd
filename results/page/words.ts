/** How values are displayed to people, on a page and on a terminal. */

import { riskLevelOf } from '#common/risk.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import type { Materiality, RiskLevel, Verdict } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';

interface VerdictWords {
  label: string;
  /** Distinguishes verdicts without colour. */
  sign: string;
  meaning: string;
}

/** What needs action first. */
export const VERDICT_WORDS: Record<Verdict, VerdictWords> = {
  contradicted: { label: 'Contradicted', sign: '✕', meaning: 'suitable sources say something else' },
  disputed: { label: 'Disputed', sign: '!', meaning: 'credible sources stand on both sides' },
  unverifiable: { label: 'Unverifiable', sign: '?', meaning: 'the sources found settle it neither way' },
  supported: {
    label: 'Supported',
    sign: '✓',
    meaning: 'enough suitable sources say it, which is no guarantee of truth',
  },
  not_checkable: {
    label: 'Not checkable',
    sign: '–',
    meaning: 'an opinion, a guess or the like, which no source settles',
  },
};

/** In the order in which verdicts are displayed: what needs somebody's attention comes first. */
export const VERDICTS_SHOWN = Object.keys(VERDICT_WORDS) as Verdict[];

export const RISK_WORDS: Record<RiskLevel, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

export const MATERIALITY_WORDS: Record<Materiality, string> = {
  low: 'low materiality',
  medium: 'medium materiality',
  high: 'high materiality',
};

/** `request_evidence` → `request evidence`. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}

/** `this is so.` → `This is so.` */
export function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** 0..1 as whole percent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

/**
 * How reliable a verdict is, and how much depends on the claim. What is unverifiable or not checkable has no reliability to
 * speak of: nothing was decided.
 */
export function factsOf({ verdict, reliability, materiality }: ClaimRecord): string {
  const isDecided = verdict !== 'unverifiable' && verdict !== 'not_checkable';
  const materialityWords = MATERIALITY_WORDS[materiality];
  return isDecided ? `reliability ${percent(reliability)} · ${materialityWords}` : materialityWords;
}

/** Why the level of risk is what it is: it may be above that of the average alone. */
export function riskReason({ risk, coverage, counts }: VerificationResult): string {
  if (riskLevelOf(risk.score) === risk.level)
    return 'the average over the checkable claims, weighed by their materiality';
  const isSerious = counts.contradicted > 0 && risk.level !== 'medium';
  if (isSerious) return 'raised because a claim of high materiality is contradicted';
  return coverage.status === 'incomplete' ? 'raised because parts of the text were not examined' : 'raised';
}

/** How much of the text was examined. */
export function coverageWords({ coverage }: VerificationResult): string {
  const { extracted_material_claims: found, estimated_material_claims: estimated, score, threshold } = coverage;
  return `${percent(score)} of the material claims that the text seems to make (${found} found, about ${estimated} estimated); the policy asks for ${percent(threshold)}`;
}

/** How many claims stayed unverifiable; the commonest reasons follow. `reasons`: how many by code. */
export function unverifiableWords(
  { abstention, counts }: VerificationResult,
  reasons: ReadonlyMap<string, number>,
): string {
  const { unverifiable, not_checkable, ...decided } = counts;
  const checkable = unverifiable + Object.values(decided).reduce((sum, each) => sum + each, 0);
  if (unverifiable === 0)
    return checkable === 0 ? 'there was no checkable claim' : `none of ${count(checkable, 'checkable claim')}`;
  const why = [...reasons]
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([code, times]) => `${OPEN_WORDS[code] ?? plain(code)} (${times})`);
  const material = `${abstention.material_count} of them material`;
  return `${unverifiable} of ${count(checkable, 'checkable claim')}, ${material}${why.length === 0 ? '' : `: ${why.join('; ')}`}`;
}

/** Why a claim stayed unverifiable, by the code of its reason. */
const OPEN_WORDS: Readonly<Record<string, string>> = {
  no_evidence: 'no passage speaks of it',
  passage_irrelevant: 'the passages found have no bearing on it',
  context_only: 'a passage speaks of it but does not settle it',
  ambiguous_claim: 'whom or what it speaks of is unclear',
  language_not_read:
    'it is in a language of which only the very same words are recognised; a language model would read it',
  insufficient_sources: 'fewer sources than the policy asks for',
  poor_sources: 'only sources of low authority speak of it',
  low_certainty: 'what was found is too uncertain',
  source_conflicts_with_itself: 'one source says both',
  snippet_only: 'only snippets of a search speak of it',
  no_source_configured: 'there was no source to search in',
  no_source_reachable: 'no source could be reached',
  no_words_to_search: 'it has no word to search for',
  provider_failed: 'a search provider failed',
  budget_spent: 'the limit of cost or time was reached before it was searched',
  no_network: 'there was no network connection',
  rate_limited: 'a source refused to be asked so often',
  format_not_understood: 'a source answered in an unknown form',
  credential_refused: 'a search provider refused its credential',
  search_quota_spent: 'the account at the search provider was used up',
  cost_limit_reached: 'the cost limit left no room for a search',
  left_out_by_mode: 'the mode leaves outside sources out',
  query_deidentified: 'what identifies persons was left out of the search',
};

/** Why a claim is not checkable, by the code of its reason. */
const NOT_CHECKABLE_WORDS: Readonly<Record<string, string>> = {
  opinion: 'An opinion',
  prediction: 'A guess about the future',
  question: 'A question',
  instruction: 'An instruction',
  greeting: 'A greeting or a wish',
  first_person_experience: 'Somebody’s own experience',
  fiction: 'Fiction',
};

export interface Reason {
  /** For machines; empty for a reason without one. */
  code: string;
  words: string;
}

/** Separates the code at the beginning of a reason or limitation from its words. */
export function codeAndWords(text: string): Reason {
  const [start = '', code = ''] = /^([a-z_]{1,60}): /.exec(text) ?? [];
  return { code, words: capitalised(text.slice(start.length)) };
}

/** A claim's reason; for what is not checkable, what it is. */
export function reasonOf({ verdict, policy_reason }: Pick<ClaimRecord, 'verdict' | 'policy_reason'>): Reason {
  const { code, words } = codeAndWords(policy_reason);
  const kind = verdict === 'not_checkable' ? NOT_CHECKABLE_WORDS[code] : undefined;
  return { code, words: kind === undefined ? words : `${kind}: no evidence could settle it.` };
}

/** Created for the first page only, because it takes as long as loading twenty modules. */
let utcFormat: Intl.DateTimeFormat | undefined;

/** A time element such as `1 March 2026 at 10:00 UTC`; a value that is not a time is shown as it is. */
export function time(timestamp: string): Markup {
  const milliseconds = Date.parse(timestamp);
  if (Number.isNaN(milliseconds)) return html`${timestamp}`;
  utcFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return html`<time datetime="${new Date(milliseconds).toISOString()}">${utcFormat.format(milliseconds)} UTC</time>`;
}
