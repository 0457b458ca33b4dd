/** Negates a claim, to check that a passage doesn't support both the claim and its opposite. */
import { isNotUntil } from '#engine/language/negative-idioms.ts';
import { endOf } from '../text/analysed-text.ts';
import { analyseClaim, analysePassage } from '../text/analyses.ts';

/**
 * `claim` with its main verb negated, or with its negation removed; null if it has no verb or says "not … until". The
 * grammar only has to be good enough for the judge.
 */
export function negate(claim: string): string | null {
  const text = analyseClaim(claim);
  const { tokens, starts, frames } = text;
  const frame = frames.find((candidate) => !candidate.participle) ?? frames[0];
  if (frame === undefined) return null;
  // "Is not open": the group of a verb without another one ends before its "not".
  for (let i = frame.start; i <= frame.verbEnd && i < tokens.length; i++) {
    const token = tokens[i]!;
    // "Not … until" has no plain opposite: without "not" it isn't English.
    if (isNotUntil(tokens, i)) return null;
    if (token.lower === 'not' || token.lower === "n't" || token.lower === 'never') {
      return cut(claim, starts[i]!, endOf(text, i), token.lower === "n't" && tokens[i - 1]?.lower === 'ca' ? 'n' : '');
    }
  }
  const first = tokens[frame.verbStart]!;
  const afterFirst = endOf(text, frame.verbStart);
  if (first.pos === 'AUX') return cut(claim, afterFirst, afterFirst, ' not');
  return cut(claim, starts[frame.head]!, endOf(text, frame.head), `did not ${tokens[frame.head]!.lemma}`);
}

/**
 * True if neither claim nor passage denies anything. Then only the claim's negation does, and such a passage can't support it:
 * of 1,653 such passages of the evaluation sets that support their claim, one was read as support of its negation, wrongly.
 */
export function denyNothing(claim: string, passage: string): boolean {
  return !analyseClaim(claim).negated.includes(true) && !analysePassage(passage).negated.includes(true);
}

function cut(text: string, start: number, end: number, replacement: string): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`.replace(/ {2,}/g, ' ');
}
