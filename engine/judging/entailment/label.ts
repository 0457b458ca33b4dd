/** What an NLI model's scores of one passage of a document are worth. */
import type { PairScores } from '#contracts/ports/entailment-model.ts';
import { withoutHeadline } from '#engine/text/lines.ts';
import { readStatements } from '../fact-check.ts';
import { agree } from '../model/agreement.ts';
import type { TitledPassage } from '../model/grounding.ts';
import { labelledSentences, withdrawalOf } from '../model/withdrawal.ts';
import { readWords } from '../model/words.ts';
import { type CalibrationTable, reliabilityOf, type Side, sideOf } from './calibration-table.ts';
import { nearestDiffers } from './nearest-differs.ts';

export interface PassageLabel {
  relationship: Side;
  /** As measured. */
  probability: number;
}

/**
 * Of a passage that speaks of the claim. Encoders call a fifth of the passages that speak of something else contradictions,
 * so below this share of the claim's words none is believed.
 */
const COVERAGE_TO_CONTRADICT = 0.5;

/** Characters; half of what the models take. */
const LONGEST_CLAIM = 700;

/** What the passage says of the claim; null where it is left open. */
export function labelOf(
  claim: string,
  passage: TitledPassage,
  scores: PairScores,
  table: CalibrationTable,
): PassageLabel | null {
  const { side, probability } = sideOf(scores);
  const reliability = reliabilityOf(table, side, probability);
  if (reliability === null || !mayCount(claim, passage, side)) return null;
  return { relationship: side, probability: reliability };
}

/**
 * Whether the passage's words can carry the label, as a language model's are checked: support where no figure, date, name
 * or negation clashes, contradiction where the passage speaks of the claim.
 */
export function mayCount(claim: string, { text, title }: TitledPassage, side: Side): boolean {
  // The model may have read the beginning of such a claim only.
  if (claim.length > LONGEST_CLAIM) return false;
  const agreement = agree(readWords(claim), readWords(withoutHeadline(text)));
  if (side === 'contradicts' ? agreement.coverage < COVERAGE_TO_CONTRADICT : nearestDiffers(agreement, title))
    return false;
  const part = readStatements(text).stated;
  // What a passage only quotes is no word of its own for or against anything; its title may share words with the claim.
  if (part.trim() === '') return false;
  const words = { ...labelledSentences(part, [{ start: 0, end: part.length }], 'en'), title };
  return withdrawalOf(claim, words, side) === null;
}
