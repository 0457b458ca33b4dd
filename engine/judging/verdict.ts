/** Derives a claim's verdict from its judged passages under a policy. */
import type { Materiality, Verdict } from '#contracts/vocabulary.ts';
import type { JudgedPassage, PolicyRules, RetrievalGap } from '#engine/types.ts';
import { CREDIBLE } from './configuration.ts';
import { abstentionReliability, type Findings, undecidedReason } from './findings.ts';

/** A judged passage with its findings. */
export type ExaminedPassage = JudgedPassage & { findings: Findings };

export interface PolicyVerdict {
  verdict: Verdict;
  reliability: number;
  reason_code: string;
  /** One sentence that explains the code. */
  reason: string;
}

/** As much of a judged passage as a policy weighs. */
interface Weighable extends Pick<JudgedPassage, 'independence_cluster' | 'source'> {
  judgement: Pick<JudgedPassage['judgement'], 'relationship' | 'probability'>;
  quality: Pick<JudgedPassage['quality'], 'authority'>;
}

interface Side<Weighed extends Weighable = Weighable> {
  passages: Weighed[];
  /** Independent sources. */
  clusters: number;
  approvedDocuments: Set<string>;
  /** Best probability per cluster, highest first. */
  probabilities: number[];
}

function sideOf<Weighed extends Weighable>(
  passages: readonly Weighed[],
  relationship: 'supports' | 'contradicts',
): Side<Weighed> {
  const own = passages.filter(
    (passage) =>
      passage.judgement.relationship === relationship && passage.judgement.probability >= CREDIBLE && mayCount(passage),
  );
  const best = new Map<string, number>();
  for (const { independence_cluster, judgement } of own) {
    best.set(independence_cluster, Math.max(best.get(independence_cluster) ?? 0, judgement.probability));
  }
  return {
    passages: own,
    clusters: best.size,
    approvedDocuments: new Set(own.filter(({ source }) => source.approved).map(({ source }) => source.canonical_url)),
    probabilities: [...best.values()].sort((a, b) => b - a),
  };
}

/** Authority below which a source's word counts for nothing by itself: forums, content farms. */
const POOR_AUTHORITY = 0.3;

function isPoor({ source, quality }: Weighable): boolean {
  return !source.approved && quality.authority < POOR_AUTHORITY;
}

/** A snippet lacks what stands around its words, which may turn them into the opposite. */
function mayCount(passage: Weighable): boolean {
  return !isPoor(passage) && !passage.source.is_snippet;
}

/** An encyclopaedia may decide alone what everyday texts say, unless much depends on it. */
function hasEncyclopaedia({ passages }: Side, { base_profile }: PolicyRules, materiality: Materiality): boolean {
  const may = base_profile === 'general_web' && materiality !== 'high';
  return may && passages.some(({ source }) => source.source_class === 'encyclopaedia');
}

/** Authority from which a page may be the only source, though nobody but a search named it. */
const HIGH_AUTHORITY = 0.9;

/** Unknown pages that the base profiles ask for at least. A customer's policy may state another number. */
const LEAST_UNKNOWN_PAGES = 2;

/** True for a page of which nothing is known but that a search, or a reference in another document, named it. */
function isUnknownPage({ source, quality }: Weighable): boolean {
  return !source.approved && source.source_class === 'web_page' && quality.authority < HIGH_AUTHORITY;
}

/** How many independent sources the side needs to decide. */
function sourcesNeeded({ passages }: Side, policy: PolicyRules): number {
  const { minimum_independent_sources: minimum, states_minimum_sources } = policy;
  return !states_minimum_sources && passages.every(isUnknownPage) ? Math.max(minimum, LEAST_UNKNOWN_PAGES) : minimum;
}

/** Who asks for that many, as the end of "the 2 sources that …". */
function whoAsks(needed: number, policy: PolicyRules): string {
  if (policy.states_minimum_sources) return 'the policy asks for in minimum_independent_sources';
  const isOfPages = needed > policy.minimum_independent_sources;
  return `the profile ${policy.base_profile} asks ${isOfPages ? 'of unknown pages' : 'for'}`;
}

/**
 * True for a source that the caller gave. The caller answers for it, so where a policy lets one source decide it may be this
 * one; but nobody has approved it, so it prevails over nothing that was found.
 */
function isGiven({ source }: Weighable): boolean {
  return source.source_class === 'given_by_caller' && source.destination_domain === 'given';
}

function decides(side: Side, policy: PolicyRules, materiality: Materiality): 'authoritative' | 'independent' | null {
  if (policy.authoritative_source_can_decide) {
    const isVouchedFor = side.approvedDocuments.size > 0 || side.passages.some(isGiven);
    if (isVouchedFor || hasEncyclopaedia(side, policy, materiality)) return 'authoritative';
  }
  return side.clusters >= sourcesNeeded(side, policy) ? 'independent' : null;
}

/** True for what the customer or operator approved, and for what the profile lists with high authority. */
function isListed({ source, quality }: Weighable): boolean {
  return source.approved || quality.authority >= HIGH_AUTHORITY;
}

/** True if approved or listed sources decide, and all that speaks against them is one unknown page. */
function outweighs(side: Side, other: Side, policy: PolicyRules, materiality: Materiality): boolean {
  return (
    side.passages.some(isListed) &&
    decides(side, policy, materiality) !== null &&
    other.passages.every(isUnknownPage) &&
    areIndependent(side, other) &&
    // Where a policy has one such page decide, it weighs something.
    other.clusters < Math.min(LEAST_UNKNOWN_PAGES, sourcesNeeded(other, policy))
  );
}

/** The side that nothing of weight speaks against; null if there is none. */
function prevailing<S extends Side>(
  support: S,
  opposition: S,
  policy: PolicyRules,
  materiality: Materiality,
): S | null {
  if (opposition.clusters === 0) return support;
  if (support.clusters === 0) return opposition;
  if (outweighs(support, opposition, policy, materiality)) return support;
  return outweighs(opposition, support, policy, materiality) ? opposition : null;
}

/**
 * Probability that at least one of the passages is read correctly. Errors on one claim correlate (its own words are
 * read the same way each time), so the second and third source count at half their probability; further ones don't
 * count.
 */
function combined(probabilities: readonly number[]): number {
  let doubt = 1 - (probabilities[0] ?? 0);
  for (const probability of probabilities.slice(1, 3)) doubt *= 1 - probability / 2;
  return 1 - doubt;
}

function areIndependent(a: Side, b: Side): boolean {
  const clusters = (side: Side) => new Set(side.passages.map((passage) => passage.independence_cluster));
  const all = new Set([...clusters(a), ...clusters(b)]);
  return all.size >= 2;
}

/** True if two customer-approved documents clash: that is a dispute even if both are from one publisher. */
function approvedClash(a: Side, b: Side): boolean {
  return [...a.approvedDocuments].some((url) => [...b.approvedDocuments].some((other) => other !== url));
}

const GAP_REASONS: Record<RetrievalGap, string> = {
  no_source_configured: 'no source was configured to search in.',
  no_source_reachable: 'none of the sources could be reached.',
  no_words_to_search: 'it has no word that could be searched for.',
  no_passage_found: 'no passage speaks of this claim.',
  passage_irrelevant: 'the passages found do not bear on this claim.',
  provider_failed: 'the search provider failed.',
  budget_spent: 'the budget was spent before this claim was searched.',
  snippet_only: 'only snippets of a search speak of this, which carry no verdict.',
  no_network: 'there is no network connection to the outside sources.',
  rate_limited: 'an outside source refused to be asked so often.',
  format_not_understood: 'an outside source answered in an unknown form.',
  credential_refused: 'a search provider refused its credential.',
  search_quota_spent: 'the account at the search provider is used up.',
  cost_limit_reached: 'the monthly cost limit left no room for the search provider.',
  left_out_by_mode: 'the mode leaves out outside sources.',
  query_deidentified: 'what identifies persons was left out of the queries.',
};

function unverifiable(reason_code: string, reason: string, reliability: number): PolicyVerdict {
  return { verdict: 'unverifiable', reliability, reason_code, reason };
}

/** Reliability of an abstention, by the passage that covers most of the claim. */
function reliabilityOf(passages: readonly ExaminedPassage[]): number {
  return abstentionReliability(Math.max(0, ...passages.map(({ findings }) => findings.coverage)));
}

function verdictWithoutCredible(passages: readonly ExaminedPassage[], gap: RetrievalGap | null): PolicyVerdict {
  const uncertain = passages.filter(({ judgement }) => ['supports', 'contradicts'].includes(judgement.relationship));
  const credible = uncertain.filter(({ judgement }) => judgement.probability >= CREDIBLE);
  if (credible.some(({ source }) => source.is_snippet)) {
    return unverifiable('snippet_only', GAP_REASONS.snippet_only, reliabilityOf(uncertain));
  }
  if (credible.some(isPoor)) {
    return unverifiable('poor_sources', 'only sources of low authority speak of this.', reliabilityOf(uncertain));
  }
  if (uncertain.length > 0) {
    const highest = Math.max(...uncertain.map(({ judgement }) => judgement.probability));
    return unverifiable('low_certainty', 'what was found is too uncertain to carry a verdict.', 1 - highest / 2);
  }
  // What the library answers was searched, whatever a search outside ran into: its limitations say that.
  const isAnswered = passages.some(({ findings }) => findings.hint.kind !== 'none');
  if (gap !== null && !isAnswered)
    return unverifiable(gap === 'no_passage_found' ? 'no_evidence' : gap, GAP_REASONS[gap], 0.95);
  if (passages.length === 0) return unverifiable('no_evidence', GAP_REASONS.no_passage_found, 0.95);
  const related = passages.filter(
    ({ judgement, findings }) => findings.isNear || !judgement.grounds.includes('unrelated'),
  );
  if (related.length === 0) {
    return unverifiable('passage_irrelevant', GAP_REASONS.passage_irrelevant, reliabilityOf(passages));
  }
  const reason = undecidedReason(related.map(({ findings }) => findings));
  return unverifiable('context_only', reason, reliabilityOf(related));
}

/** The two sides, the one that prevails (null: neither), and by what it decides (null: it doesn't, on its own). */
function weigh<Weighed extends Weighable>(passages: readonly Weighed[], policy: PolicyRules, materiality: Materiality) {
  const support = sideOf(passages, 'supports');
  const opposition = sideOf(passages, 'contradicts');
  const isSilent = support.clusters === 0 && opposition.clusters === 0;
  const side = isSilent ? null : prevailing(support, opposition, policy, materiality);
  return { support, opposition, isSilent, side, by: side && decides(side, policy, materiality) };
}

/** The verdict of `verdictOf` alone, without the words for it. */
export function verdictUnder(
  policy: PolicyRules,
  passages: readonly Weighable[],
  materiality: Materiality,
): Exclude<Verdict, 'not_checkable'> {
  const { support, opposition, isSilent, side, by } = weigh(passages, policy, materiality);
  if (side === null) return !isSilent && isDispute(support, opposition) ? 'disputed' : 'unverifiable';
  if (by === null) return 'unverifiable';
  return side === support ? 'supported' : 'contradicted';
}

/** Whether both sides have weight of their own. */
function isDispute(a: Side, b: Side): boolean {
  return approvedClash(a, b) || givenClash(a, b) || areIndependent(a, b);
}

/** The verdict under `policy` for a claim of this materiality. Never 'not_checkable': such claims are not judged. */
export function verdictOf(
  passages: readonly ExaminedPassage[],
  policy: PolicyRules,
  materiality: Materiality,
  gap: RetrievalGap | null,
): PolicyVerdict {
  const { support, opposition, isSilent, side, by } = weigh(passages, policy, materiality);
  if (isSilent) return verdictWithoutCredible(passages, gap);
  if (side === null) return conflict(support, opposition);
  const isSupport = side === support;
  const verb = isSupport ? 'support' : 'contradict';
  if (by === null) {
    const needed = sourcesNeeded(side, policy);
    const reason = `${side.clusters} independent source${side.clusters === 1 ? '' : 's'} of the ${needed} that ${whoAsks(needed, policy)} ${verb}${side.clusters === 1 ? 's' : ''} this.`;
    return unverifiable('insufficient_sources', reason, 1 - combined(side.probabilities) / 2);
  }
  const what = isSupport ? 'support' : 'contradiction';
  const who = by === 'authoritative' ? authorityOf(side) : `${side.clusters} independent sources`;
  const isOne = by === 'authoritative' || side.clusters === 1;
  const against = isSupport ? 'contradicts' : 'supports';
  const isContested = support.clusters > 0 && opposition.clusters > 0;
  const rest = isContested
    ? `${clashOf(side)}; only an unknown page, which decides nothing alone, ${against} it`
    : `, and nothing found ${against} it${clashOf(side)}`;
  const own = by === 'independent' && policy.states_minimum_sources ? ownRule(policy) : '';
  return {
    verdict: isSupport ? 'supported' : 'contradicted',
    reliability: combined(side.probabilities),
    reason_code: `${by}_${what}`,
    reason: `${isOne ? who.replace(/^1 independent sources/, 'one independent source') : who} ${isOne ? `${verb}s` : verb} this${rest}${own}.`,
  };
}

/** The one source that decides, as the beginning of a sentence. */
function authorityOf(side: Side): string {
  if (side.approvedDocuments.size > 0) return 'an approved source';
  return side.passages.some(isGiven) ? 'a source that the caller gave' : 'an encyclopaedia';
}

/** Tells that the customer's own rule decided, which may ask for less than the profile does. */
function ownRule({ minimum_independent_sources: minimum }: PolicyRules): string {
  return `; the policy asks for ${minimum} in minimum_independent_sources`;
}

/** ': it has "18" where the claim has "24"', from the side's most probable passage; empty if that has no clash. */
function clashOf({ passages }: Side<ExaminedPassage>): string {
  const [best] = passages.toSorted((a, b) => b.judgement.probability - a.judgement.probability);
  const clash = best?.findings.clash ?? null;
  if (clash === null || best?.judgement.relationship !== 'contradicts') return '';
  return `: it has "${clash.evidenceText}" where the claim has "${clash.claimText}"`;
}

/** True if two documents that the caller gave clash, though both count as one origin. */
function givenClash(a: Side, b: Side): boolean {
  const urls = ({ passages }: Side) => new Set(passages.filter(isGiven).map(({ source }) => source.canonical_url));
  return new Set([...urls(a), ...urls(b)]).size > 1 && urls(a).size > 0 && urls(b).size > 0;
}

function conflict(support: Side<ExaminedPassage>, opposition: Side<ExaminedPassage>): PolicyVerdict {
  const certainty = Math.min(combined(support.probabilities), combined(opposition.probabilities));
  if (approvedClash(support, opposition)) {
    return {
      verdict: 'disputed',
      reliability: certainty,
      reason_code: 'approved_sources_clash',
      reason: `approved sources contradict each other on this${clashOf(opposition).replace(': it has', ': one has')}.`,
    };
  }
  if (givenClash(support, opposition)) {
    return {
      verdict: 'disputed',
      reliability: certainty,
      reason_code: 'conflicting_sources',
      reason: `sources that the caller gave contradict each other on this${clashOf(opposition).replace(': it has', ': one has')}.`,
    };
  }
  if (areIndependent(support, opposition)) {
    return {
      verdict: 'disputed',
      reliability: certainty,
      reason_code: 'conflicting_sources',
      reason: `independent sources stand on both sides${clashOf(opposition).replace(': it has', ': one has')}.`,
    };
  }
  return unverifiable('source_conflicts_with_itself', 'one source both supports and contradicts this.', certainty);
}
