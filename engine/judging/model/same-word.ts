/** Whether a number that is read as part of a name is the claim's after all. */
import type { Quantity } from '#engine/values/quantities.ts';
import type { ReadText } from './read-text.ts';

/**
 * True if a bare number of the claim stands in the evidence right after the same word: "Ring 105" begins a sentence, and is not the
 * name that its capital makes it, where the claim has "ring their 105". Only names and what belongs to them stand between.
 */
export function isOfSameWord(number: Quantity, claim: ReadText, evidence: ReadText): boolean {
  if (number.dimension !== 'count' || number.counted.length > 0 || number.bound !== 'exact') return false;
  let at = number.start - 1;
  while (/^(?:PROPN|PART|DET|PRON)$/.test(claim.tokens[at]?.pos ?? '')) at--;
  const word = claim.tokens[at];
  if (word === undefined || word.text !== word.lower || !/^\p{L}+$/u.test(word.text)) return false;
  return evidence.items.some(
    ({ quantity }) =>
      quantity?.dimension === 'label' &&
      quantity.low === number.low &&
      evidence.tokens[quantity.start - 1]?.lower === word.lower,
  );
}
