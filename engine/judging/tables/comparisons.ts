/**
 * Comparisons of two cells of a table: "The Plus is 3 kg lighter than the Basic", "Noll had fewer births in 2023 than in
 * 2022", "The Plus is the loudest of the range". Both things compared must be rows, or both columns, named by the claim, and
 * what is compared must be one column, or row, alone; nothing else of the claim may be left over.
 */
import { isNegationCue } from '#engine/language/negation.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import type { CellComparison } from './cell-comparison.ts';
import { comparatorAt } from './cell-measures.ts';
import { comparativeIn } from './comparatives.ts';
import { isProvisional } from './row-statement.ts';
import { superlativeIn } from './superlatives.ts';
import { keyColumn, tablesIn } from './table.ts';

/** Words by which the figures are not what the cells say: parts, averages, other conditions. */
const OTHERWISE =
  /^(?:if|unless|except|each|together|both|not|no|never|only|even|still|per|average|twice|half|times|as|another|other|any|else|rest|would|could|might|should|will)$/u;

/** The comparison that the claim makes of cells in `passage`; null if there is none, or if it stays unclear of which. */
export function comparisonIn(claim: AnalysedText, passage: string, above: readonly string[]): CellComparison | null {
  const { tokens, cut, sentences } = claim;
  if (!passage.includes(' | ') || cut || sentences !== 1) return null;
  const than = tokens.findIndex(({ lower }) => lower === 'than');
  const best = tokens.findIndex((_, at) => comparatorAt(tokens, at, 'est') !== null);
  if (than < 0 ? best < 0 : tokens.findLastIndex(({ lower }) => lower === 'than') !== than) return null;
  const isOther = (at: number) => OTHERWISE.test(tokens[at]!.lower) && !isInFigure(claim, at);
  if (tokens.some((_, at) => isOther(at) || isNegationCue(tokens, at))) return null;
  for (const table of tablesIn(passage)) {
    if (isProvisional(claim, [...above, ...table.caption.split('\n')])) continue;
    const view = { table, above: [...above, table.caption, table.heads[keyColumn(table)] ?? ''].join('. ') };
    const found = than < 0 ? superlativeIn(view, claim, best) : comparativeIn(view, claim, than);
    if (found !== null) return found;
  }
  return null;
}

/** "Half an hour" is a length of time, "half as long" is not. */
function isInFigure({ terms }: AnalysedText, at: number): boolean {
  return terms.some(({ quantity, start, end }) => quantity !== null && start <= at && at < end);
}
