/** Rise and fall in words that the lexicon doesn't oppose to each other, such as "fell" and "went up". */
import type { Comparison } from '../comparison.ts';
import type { AnalysedText } from '../text/analysed-text.ts';

type Direction = 'up' | 'down';

const RISING = new Set(['rise', 'increase', 'grow', 'climb', 'soar', 'surge', 'jump']);
const FALLING = new Set(['fall', 'decrease', 'decline', 'drop', 'plunge', 'sink', 'shrink', 'plummet']);
/** "Go up": verbs that take their direction from the word after them. */
const MOVES = new Set(['go', 'come', 'move', 'edge', 'creep']);

function directionAt({ tokens }: AnalysedText, at: number): Direction | null {
  const { lemma } = tokens[at]!;
  const next = tokens[at + 1]?.lower;
  if (MOVES.has(lemma)) return next === 'up' || next === 'down' ? next : null;
  if (RISING.has(lemma)) return 'up';
  return FALLING.has(lemma) ? 'down' : null;
}

/** True if the claim's verb is a rise or a fall, and the verbs of the evidence's sentences on its subject the other. */
export function goesTheOtherWay({ alignment, reading }: Comparison): boolean {
  const { claim, evidence, matches } = alignment;
  const head = reading.frame?.head ?? -1;
  const own = head < 0 ? null : directionAt(claim, head);
  if (own === null || claim.negated[head]) return false;
  const onSubject = new Set(
    reading.subjectTerms.flatMap((at) => matches[at]!.map(({ term }) => evidence.terms[term]!.sentence)),
  );
  const theirs = evidence.tokens.flatMap(({ pos }, at) => {
    const counts = pos === 'VERB' && !evidence.negated[at] && onSubject.has(evidence.sentenceOf[at]!);
    return counts ? (directionAt(evidence, at) ?? []) : [];
  });
  return theirs.length > 0 && theirs.every((direction) => direction !== own);
}
