/** What a policy makes of judged passages: the sides for and against a claim, their weight, and which of them prevails. */
import type { Materiality } from '#contracts/vocabulary.ts';
import type { JudgedPassage, PolicyRules } from '#engine/types/judging.ts';
import { CREDIBLE } from './configuration.ts';

/** As much of a judged passage as a policy weighs. */
export interface Weighable extends Pick<JudgedPassage, 'independence_cluster' | 'source'> {
  judgement: Pick<JudgedPassage['judgement'], 'relationship' | 'probability'>;
  quality: Pick<JudgedPassage['quality'], 'authority'>;
}

/** What speaks for or against a claim and counts. */
export interface Side<Weighed extends Weighable = Weighable> {
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

/** True for a page whose word counts for nothing by itself. */
export function isPoor({ source, quality }: Weighable): boolean {
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
export function sourcesNeeded({ passages }: Side, policy: PolicyRules): number {
  const { minimum_independent_sources: minimum, states_minimum_sources } = policy;
  return !states_minimum_sources && passages.every(isUnknownPage) ? Math.max(minimum, LEAST_UNKNOWN_PAGES) : minimum;
}

/**
 * True for a source that the caller gave. The caller answers for it, so where a policy lets one source decide it may be this
 * one; but nobody has approved it, so it prevails over nothing that was found.
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
export function combined(probabilities: readonly number[]): number {
  let doubt = 1 - (probabilities[0] ?? 0);
  for (const probability of probabilities.slice(1, 3)) doubt *= 1 - probability / 2;
  return 1 - doubt;
}

/** True if the two sides together have several independent sources. */
export function areIndependent(a: Side, b: Side): boolean {
  const clusters = (side: Side) => new Set(side.passages.map((passage) => passage.independence_cluster));
  const all = new Set([...clusters(a), ...clusters(b)]);
  return all.size >= 2;
}

/** True if two customer-approved documents clash: that is a dispute even if both are from one publisher. */
export function approvedClash(a: Side, b: Side): boolean {
  return [...a.approvedDocuments].some((url) => [...b.approvedDocuments].some((other) => other !== url));
}

/** The two sides, the one that prevails (null: neither), and by what it decides (null: it doesn't, on its own). */
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

/** Whether both sides have weight of their own. */
export function isDispute(a: Side, b: Side): boolean {
  return approvedClash(a, b) || givenClash(a, b) || areIndependent(a, b);
}

/** True if two documents that the caller gave clash, though both count as one origin. */
export function givenClash(a: Side, b: Side): boolean {
  const urls = ({ passages }: Side) => new Set(passages.filter(isGiven).map(({ source }) => source.canonical_url));
  return new Set([...urls(a), ...urls(b)]).size > 1 && urls(a).size > 0 && urls(b).size > 0;
}
