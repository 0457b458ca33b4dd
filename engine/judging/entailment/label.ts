/** Derives the relationship of one passage to a claim from an NLI model's scores. */
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
  /** Measured reliability of such scores. */
  probability: number;
}

/**
 * Minimum share of the claim's words that a passage needs for a contradiction. Encoders call a fifth of the passages about
 * something else contradictions, so below this share none counts.
 */
const COVERAGE_TO_CONTRADICT = 0.5;

/** In characters. Half of what the models accept. */
const LONGEST_CLAIM = 700;

/** The relationship of the passage to the claim. Null if it stays open. */
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
 * Whether the passage's words are compatible with the label; a language model's answers are checked in the same way. Support
 * requires that no figure, date, name or negation clashes. Contradiction requires that the passage is about the claim.
 */
export function mayCount(claim: string, { text, title }: TitledPassage, side: Side): boolean {
  // The model may have read only the beginning of a longer claim.
  if (claim.length > LONGEST_CLAIM) return false;
  const agreement = agree(readWords(claim), readWords(withoutHeadline(text)));
  if (side === 'contradicts' ? agreement.coverage < COVERAGE_TO_CONTRADICT : nearestDiffers(agreement, title))
    return false;
  const part = readStatements(text).stated;
  // A passage that only quotes states nothing for or against anything, but its title may share words with the claim.
  if (part.trim() === '') return false;
  const words = { ...labelledSentences(part, [{ start: 0, end: part.length }], 'en'), title };
  return withdrawalOf(claim, words, side) === null;
}
