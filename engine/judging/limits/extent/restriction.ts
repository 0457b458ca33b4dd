/** Words by which the noun after them is not, or not wholly, what it says: a former president is not president. */
import type { Alignment } from '../../alignment/alignment.ts';

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
