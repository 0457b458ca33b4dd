/** The claim's negation, for the check that a passage can't support a claim and its opposite. */
import { isNotUntil } from '#engine/language/negative-idioms.ts';
import { endOf } from './analysed-text.ts';
import { analyseClaim } from './analyses.ts';

/**
 * `claim` with its main verb negated, or with its negation taken away. Null where the main verb can't be told; the
 * grammar need only be good enough for the judge itself.
 */
export function negate(claim: string): string | null {
  const text = analyseClaim(claim);
  const { tokens, starts, frames } = text;
  const frame = frames.find((candidate) => !candidate.participle) ?? frames[0];
  if (frame === undefined) return null;
  for (let i = frame.subjectStart; i < frame.verbEnd; i++) {
    const token = tokens[i]!;
    // Without its "not", "not … until" is no English; it has no plain opposite.
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

function cut(text: string, start: number, end: number, replacement: string): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`.replace(/ {2,}/g, ' ');
}
