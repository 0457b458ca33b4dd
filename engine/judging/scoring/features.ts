/**
 * The model's features. All of them describe how claim and passage relate; none describes the claim alone, so the model
 * can't learn which claims tend to be wrong.
 */
import type { Inference } from '../alignment/match.ts';
import { matchedTerms } from '../alignment/share.ts';
import type { ClashKind } from '../clashes/clash.ts';
import type { Comparison } from '../comparison.ts';
import type { SubjectStatus } from '../reading/subject.ts';
import type { GateDecision } from './gate.ts';

const STATUSES: readonly SubjectStatus[] = [
  'aligned',
  'near',
  'resolved',
  'none',
  'swapped',
  'other',
  'unresolved',
  'absent',
];
const CLASHES: readonly ClashKind[] = [
  'number',
  'unit',
  'date',
  'entity',
  'negation',
  'antonym',
  'quantifier',
  'role',
  'order',
];
const INFERENCES: readonly Inference[] = [
  'derived',
  'synonym',
  'hyponym',
  'short_name',
  'date_containment',
  'rounding',
  'bound',
];

export const FEATURE_NAMES: readonly string[] = [
  'allows_support',
  'allows_contradiction',
  'coverage',
  'coverage_beside_clash',
  'missing_words',
  'missing_names',
  'missing_values',
  'scattered',
  'anchor_found',
  'anchor_opposite',
  'anchor_inferred',
  'hedge_gap',
  'quantifier_gap',
  'restriction',
  'polarity_differs',
  'clashes',
  'order_agreement',
  'spread',
  'sentence_novelty',
  'clause_share',
  'siblings',
  ...STATUSES.map((status) => `subject_${status}`),
  ...CLASHES.map((kind) => `clash_${kind}`),
  ...INFERENCES.map((inference) => `inference_${inference}`),
];

/** Token positions of the matched terms in the reading's sentence, in the claim's order. */
function matchedPositions({ alignment, reading, material }: Comparison): number[] {
  return material.flatMap((at) => {
    const [first] = matchedTerms(alignment, at, reading.sentence);
    return first === undefined ? [] : [first.start];
  });
}

/** Share of neighbouring matched terms that have the same order in the evidence; 1 with fewer than two. */
function orderAgreement(positions: readonly number[]): number {
  let same = 0;
  for (let i = 1; i < positions.length; i++) if (positions[i]! >= positions[i - 1]!) same++;
  return positions.length < 2 ? 1 : same / (positions.length - 1);
}

/** Tokens between first and last match per matched term, at most 10: small for a compact statement. */
function spread(positions: readonly number[]): number {
  if (positions.length < 2) return 0;
  return Math.min(10, (Math.max(...positions) - Math.min(...positions)) / positions.length);
}

/** Share of the evidence sentence's terms that match nothing in the claim; light terms don't count. */
function novelty({ alignment, reading }: Comparison): number {
  const matched = new Set(alignment.matches.flatMap((matches) => matches.map((match) => match.term)));
  let total = 0;
  let unmatched = 0;
  alignment.evidence.terms.forEach((term, at) => {
    if (term.sentence !== reading.sentence || term.light) return;
    total++;
    if (!matched.has(at)) unmatched++;
  });
  return total === 0 ? 1 : unmatched / total;
}

/** Share of the claim's material terms matched inside the clause of the evidence's predicate. */
function clauseShare({ alignment, reading, material }: Comparison): number {
  const frame = reading.evidenceFrame;
  if (frame === null || material.length === 0) return 0;
  const inside = material.filter((at) =>
    alignment.matches[at]!.some(({ term }) => {
      const { start, sentence } = alignment.evidence.terms[term]!;
      return sentence === frame.sentence && start >= frame.start && start < frame.end;
    }),
  );
  return inside.length / material.length;
}

/** The feature vector, in the order of `FEATURE_NAMES`. */
export function featuresOf(comparison: Comparison, gate: GateDecision): Float64Array {
  const { alignment, reading, material, missing, clashes, inferences } = comparison;
  const size = Math.max(1, material.length);
  // If the clash is in the subject itself, its slot was found with another name in it.
  const subject = clashes.some((clash) => clash.holdsByItself) ? 'aligned' : reading.subject;
  const kinds = missing.map((at) => alignment.claim.terms[at]!.kind);
  const positions = matchedPositions(comparison);
  const isExact =
    reading.anchor >= 0 &&
    alignment.matches[reading.anchor]!.some(
      (match) => match.term === reading.evidenceAnchor && match.inference === 'same',
    );
  const isFound = reading.evidenceAnchor >= 0;
  const siblings = missing.filter((at) =>
    alignment.opposites[at]!.some(({ kind }) => kind === 'sibling' || kind === 'hypernym'),
  );
  return Float64Array.from([
    Number(gate.allowed === 'supports'),
    Number(gate.allowed === 'contradicts'),
    comparison.coverage,
    comparison.coverageBesideClash,
    kinds.filter((kind) => kind === 'word').length / size,
    kinds.filter((kind) => kind === 'name').length / size,
    kinds.filter((kind) => kind === 'date' || kind === 'quantity').length / size,
    comparison.scattered.length / size,
    Number(isFound && !reading.anchorIsOpposite),
    Number(reading.anchorIsOpposite),
    Number(isFound && !isExact && !reading.anchorIsOpposite),
    comparison.hedgeGap,
    Number(comparison.quantifierGap !== null),
    Number(comparison.restriction !== null),
    Number(comparison.polarityDiffers),
    clashes.length,
    orderAgreement(positions),
    spread(positions),
    novelty(comparison),
    clauseShare(comparison),
    siblings.length / size,
    ...STATUSES.map((status) => Number(subject === status)),
    ...CLASHES.map((kind) => Number(clashes.some((clash) => clash.kind === kind))),
    ...INFERENCES.map((inference) => inferences.filter((used) => used.inference === inference).length / size),
  ]);
}
