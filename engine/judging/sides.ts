/** Weighs judged passages under a policy: builds the sides for and against a claim and determines which one prevails. */
import type { Materiality } from '#contracts/vocabulary.ts';
import type { JudgedPassage, PolicyRules } from '#engine/types/judging.ts';
import { CREDIBLE } from './configuration.ts';

/** The fields of a judged passage that a policy weighs. */
export interface Weighable extends Pick<JudgedPassage, 'independence_cluster' | 'source'> {
  judgement: Pick<JudgedPassage['judgement'], 'relationship' | 'probability'>;
  quality: Pick<JudgedPassage['quality'], 'authority'>;
}

/** The passages that speak for a claim, or those that speak against it, and that count. */
export interface Side<Weighed extends Weighable = Weighable> {
  passages: Weighed[];
  /** Number of independent sources. */
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

/** Authority below which a source counts for nothing by itself, e.g. forums and content farms. */
const POOR_AUTHORITY = 0.3;

/** True for a source that counts for nothing by itself. */
export function isPoor({ source, quality }: Weighable): boolean {
  return !source.approved && quality.authority < POOR_AUTHORITY;
}

/** Whether the passage may count towards a verdict. Snippets don't: they lack the context, which may reverse their meaning. */
function mayCount(passage: Weighable): boolean {
  return !isPoor(passage) && !passage.source.is_snippet;
}

/**
 * Whether an encyclopaedia on this side may decide alone. It may under the general profile, unless the claim's materiality is
 * high.
 */
function hasEncyclopaedia({ passages }: Side, { base_profile }: PolicyRules, materiality: Materiality): boolean {
  const may = base_profile === 'general_web' && materiality !== 'high';
  return may && passages.some(({ source }) => source.source_class === 'encyclopaedia');
}

/** Minimum authority at which a page may be the only source although nobody approved it. */
const HIGH_AUTHORITY = 0.9;

/** How many unknown pages must agree under the base profiles. A customer's policy may set another number. */
const LEAST_UNKNOWN_PAGES = 2;

/** True for a web page about which nothing is known except that a search or another document pointed to it. */
function isUnknownPage({ source, quality }: Weighable): boolean {
  return !source.approved && source.source_class === 'web_page' && quality.authority < HIGH_AUTHORITY;
}

/** How many independent sources the side needs to decide. */
export function sourcesNeeded({ passages }: Side, policy: PolicyRules): number {
  const { minimum_independent_sources: minimum, states_minimum_sources } = policy;
  return !states_minimum_sources && passages.every(isUnknownPage) ? Math.max(minimum, LEAST_UNKNOWN_PAGES) : minimum;
}

/**
 * True for a source that the caller gave. The caller vouches for it, so it may decide alone if the policy lets one source decide.
 * But nobody has approved it, so it doesn't outweigh sources that were found.
 */
export function isGiven({ source }: Weighable): boolean {
  return source.source_class === 'given_by_caller' && source.destination_domain === 'given';
}

function decides(side: Side, policy: PolicyRules, materiality: Materiality): 'authoritative' | 'independent' | null {
  if (policy.authoritative_source_can_decide) {
    const isVouchedFor = side.approvedDocuments.size > 0 || side.passages.some(isGiven);
    if (isVouchedFor || hasEncyclopaedia(side, policy, materiality)) return 'authoritative';
  }
  return side.clusters >= sourcesNeeded(side, policy) ? 'independent' : null;
}

/** True for sources that the customer or operator approved, and for those that the profile lists with high authority. */
function isListed({ source, quality }: Weighable): boolean {
  return source.approved || quality.authority >= HIGH_AUTHORITY;
}

/** True if approved or listed sources decide for `side`, and the only opposition is one unknown page. */
function outweighs(side: Side, other: Side, policy: PolicyRules, materiality: Materiality): boolean {
  return (
    side.passages.some(isListed) &&
    decides(side, policy, materiality) !== null &&
    other.passages.every(isUnknownPage) &&
    areIndependent(side, other) &&
    // If the policy lets one unknown page decide, one such page carries weight.
    other.clusters < Math.min(LEAST_UNKNOWN_PAGES, sourcesNeeded(other, policy))
  );
}

/** The side without opposition of any weight. Null if there is none. */
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
 * Probability that at least one of the passages was read correctly. Errors on one claim are correlated, because its words are
 * read the same way each time. So the second and third source count with half their probability, and further ones don't count.
 */
export function combined(probabilities: readonly number[]): number {
  let doubt = 1 - (probabilities[0] ?? 0);
  for (const probability of probabilities.slice(1, 3)) doubt *= 1 - probability / 2;
  return 1 - doubt;
}

/** True if the two sides together rest on at least two independent sources. */
export function areIndependent(a: Side, b: Side): boolean {
  const clusters = (side: Side) => new Set(side.passages.map((passage) => passage.independence_cluster));
  const all = new Set([...clusters(a), ...clusters(b)]);
  return all.size >= 2;
}

/** True if two approved documents contradict each other. That is a dispute even if both come from one publisher. */
export function approvedClash(a: Side, b: Side): boolean {
  return [...a.approvedDocuments].some((url) => [...b.approvedDocuments].some((other) => other !== url));
}

/**
 * Returns both sides and the one that prevails (null if neither does). `by` says on what grounds that side decides; null if it
 * can't decide on its own.
 */
export function weigh<Weighed extends Weighable>(
  passages: readonly Weighed[],
  policy: PolicyRules,
  materiality: Materiality,
) {
  const support = sideOf(passages, 'supports');
  const opposition = sideOf(passages, 'contradicts');
  const isSilent = support.clusters === 0 && opposition.clusters === 0;
  const side = isSilent ? null : prevailing(support, opposition, policy, materiality);
  return { support, opposition, isSilent, side, by: side && decides(side, policy, materiality) };
}

/** Whether the conflict between the sides is a dispute, as opposed to one source that contradicts itself. */
export function isDispute(a: Side, b: Side): boolean {
  return approvedClash(a, b) || givenClash(a, b) || areIndependent(a, b);
}

/** True if two documents that the caller gave contradict each other, although both count as one source. */
export function givenClash(a: Side, b: Side): boolean {
  const urls = ({ passages }: Side) => new Set(passages.filter(isGiven).map(({ source }) => source.canonical_url));
  return new Set([...urls(a), ...urls(b)]).size > 1 && urls(a).size > 0 && urls(b).size > 0;
}
