/** Words by which the noun after them is not, or not wholly, what it says: a former president is not president. */
import { ordinalOf } from '#engine/language/numbers.ts';
import type { Alignment } from '../../alignment/alignment.ts';
import type { Reading } from '../../reading/reading.ts';

const RESTRICTIONS = new Set([
  ...['former', 'ex', 'fake', 'alleged', 'vice', 'deputy', 'assistant', 'acting', 'aspiring', 'failed', 'proposed'],
  ...['planned', 'fictional', 'supposed', 'unsuccessful', 'attempted', 'almost', 'nearly', 'honorary', 'interim'],
  ...['partly', 'partially', 'half', 'virtually', 'practically'],
]);

/** The restriction right before the evidence's word at token `start` that the claim lacks; null if there is none. */
export function restrictionBefore(
  { claim, evidence: { tokens, sentenceOf } }: Alignment,
  start: number,
): string | null {
  for (let i = start - 1; i >= 0 && i >= start - 4 && sentenceOf[i] === sentenceOf[start]; i--) {
    const { pos, lower } = tokens[i]!;
    if (pos === 'ADP' || pos === 'VERB' || pos === 'PUNCT') break;
    // "Half a dozen boats"
    if (lower === 'half' && /^an?$/.test(tokens[i + 1]!.lower)) continue;
    if (RESTRICTIONS.has(lower) && !claim.tokens.some((own) => own.lower === lower)) return lower;
  }
  return null;
}

/** What restricts the predicate of the passage, or weakens a superlative of the claim; null if nothing does. */
export function restrictionOf(alignment: Alignment, reading: Reading): string | null {
  if (reading.evidenceAnchor < 0) return null;
  return (
    restrictionBefore(alignment, alignment.evidence.terms[reading.evidenceAnchor]!.start) ??
    weakenedSuperlative(alignment, reading)
  );
}

/** "The fourth largest" and "one of the largest" are not "the largest". */
function weakenedSuperlative({ claim, evidence, matches }: Alignment, reading: Reading): string | null {
  for (const [at, term] of claim.terms.entries()) {
    if (!/(?:est|most|least)$/.test(term.surface.toLowerCase()) && claim.tokens[term.start - 1]?.lower !== 'most')
      continue;
    for (const match of matches[at]!) {
      const other = evidence.terms[match.term]!;
      if (other.sentence !== reading.sentence) continue;
      for (let i = other.start - 1; i >= 0 && i >= other.start - 4; i--) {
        const word = evidence.tokens[i]!.lower;
        if (
          word === 'one' &&
          evidence.tokens[i + 1]?.lower === 'of' &&
          !claim.tokens.some((own) => own.lower === 'one')
        ) {
          return 'one of';
        }
        if (ordinalOf(word) !== null && !claim.tokens.some((own) => own.lower === word)) return word;
      }
    }
  }
  return null;
}
