/** Whether the sentence has the claim's figure beside others, so that which of them is the claim's stays unclear. */
import type { Alignment } from '../../alignment/alignment.ts';
import type { Reading } from '../../reading/reading.ts';
import type { AnalysedText, Term } from '../../text/analysed-text.ts';

/** True for "500 people in France and 300 people in Germany". */
export function hasSeveralValues(alignment: Alignment, reading: Reading): boolean {
  const { claim, evidence, matches, opposites } = alignment;
  return claim.terms.some((term, at) => {
    if (term.kind !== 'quantity' || matches[at]!.length === 0) return false;
    const rivals = opposites[at]!.filter(
      ({ term: other, kind }) => kind === 'number' && evidence.terms[other]!.sentence === reading.sentence,
    );
    return (
      rivals.length > 0 &&
      !isBoundTo(
        alignment,
        at,
        rivals.map(({ term: other }) => evidence.terms[other]!.start),
      )
    );
  });
}

/**
 * True if the figure stands in the evidence between what it stands between in the claim, with none of the figures at `rivals`
 * on the way: "the fine is 50p a day" in "the fine is 50p a day, for short loans £1 a day".
 */
function isBoundTo({ claim, evidence, matches }: Alignment, at: number, rivals: readonly number[]): boolean {
  // "Has more than a glass of 175 ml" compares what the evidence may only put side by side.
  const compares = ({ tokens }: AnalysedText) => tokens.some(({ lower }) => lower === 'than');
  if (compares(claim) && !compares(evidence)) return false;
  const { quantity, sentence } = claim.terms[at]!;
  const isNeighbour = (term: Term) =>
    !term.light && term.sentence === sentence && term.quantity === null && !quantity!.counted.includes(term.key);
  const before = claim.terms.findLastIndex((term, i) => i < at && isNeighbour(term));
  const after = claim.terms.findIndex((term, i) => i > at && isNeighbour(term));
  if (before < 0) return false;
  return matches[at]!.some(({ term }) => {
    const place = evidence.terms[term]!;
    const found = (own: number) =>
      matches[own]!.map((match) => evidence.terms[match.term]!).filter(
        ({ sentence: other }) => other === place.sentence,
      );
    const isAlone = ({ start }: Term) => !rivals.some((rival) => isBetween(rival, start, place.start));
    const precedes = found(before).some((own) => own.start < place.start && isAlone(own));
    if (after >= 0) return precedes && found(after).some((own) => own.start > place.start && isAlone(own));
    // A claim that ends with the figure: what it says before must all belong to it.
    const isJoined = found(before).some((own) => own.start < place.start && !hasBreak(evidence, own.end, place.start));
    return precedes && isJoined && claim.terms.every((own, i) => !isNeighbour(own) || found(i).some(isAlone));
  });
}

function isBetween(at: number, a: number, b: number): boolean {
  return (at - a) * (at - b) < 0;
}

/** A comma, a bracket or a conjunction. */
function hasBreak({ tokens }: AnalysedText, from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ pos }) => pos === 'PUNCT' || pos === 'CCONJ');
}
