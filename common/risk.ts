/** The levels of risk, and the words of what drives it: the summary writes them, and reports find the claims that they name. */
import type { Materiality, RiskLevel, Verdict } from '#contracts/vocabulary.ts';
import { shorten } from './shorten.ts';

/** Exclusive upper bounds of the score of all levels but the last. */
const LEVEL_BOUNDS: readonly (readonly [RiskLevel, number])[] = [
  ['low', 0.15],
  ['medium', 0.4],
  ['high', 0.7],
];

/** The level of a score 0..1 by itself. */
export function riskLevelOf(score: number): RiskLevel {
  return LEVEL_BOUNDS.find(([, bound]) => score < bound)?.[0] ?? 'critical';
}

const LONGEST_TEXT = 160;

/** A driver of the risk: its verdict, its materiality and its text, of which 160 characters are kept. */
export function driverText(claim: { verdict: Verdict; materiality: Materiality; text: string }): string {
  const verdict = claim.verdict === 'supported' ? 'supported with low reliability' : claim.verdict;
  return `${verdict}, ${claim.materiality} materiality: "${shorten(claim.text, LONGEST_TEXT)}"`;
}
