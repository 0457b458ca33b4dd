/** Recognises units that are written alike in all languages. */
import { unitOf } from '../units.ts';

/** Symbols, common to all languages, of units that Intl doesn't name. */
const SYMBOL = /^(?:[µnmck]?m|[mk]?g|t|ha|[mc]?l|h|min|[kmgt]?wh?|[kmg]?hz|[kmgt]b|k?pa|bar|kcal|kj)$/;
const NAMED_ALIKE = /^(?:power|energy|frequency|pressure|data)$/;

/** The English unit for a symbol, or for a name that differs only in its accents: "mégawatts". Null for other words. */
export function foldedUnit(word: string): string | null {
  if (SYMBOL.test(word)) return word;
  const folded = word.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return folded.length > 3 && NAMED_ALIKE.test(unitOf(folded)?.dimension ?? '') ? folded : null;
}
