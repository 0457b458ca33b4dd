/** Finds a claim's number in evidence where it was read as part of a name. */
import type { Quantity } from '#engine/values/quantities.ts';
import type { ReadText } from './read-text.ts';

/**
 * True if a bare number of the claim follows the same word in the evidence, where it was read as part of a name. E.g. "Ring 105"
 * at the beginning of a sentence is no name if the claim has "ring their 105". In the claim, only names, determiners and pronouns
 * may stand between word and number.
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
