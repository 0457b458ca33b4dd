/** The claim's negation, for the check that a passage can't support a claim and its opposite. */
import { isNotUntil } from '#engine/language/negative-idioms.ts';
import { analyseClaim } from './terms.ts';

/**
 * `claim` with its main verb negated, or with its negation taken away. Null where the main verb can't be told; the
 * grammar need only be good enough for the judge itself.
 */
export function negate(claim: string): string | null {
  const { tokens, frames } = analyseClaim(claim);
  const frame = frames.find((candidate) => !candidate.participle) ?? frames[0];
  if (frame === undefined) return null;
  for (let i = frame.subjectStart; i < frame.verbEnd; i++) {
    const token = tokens[i]!;
    // Without its "not", "not … until" is no English; it has no plain opposite.
    if (isNotUntil(tokens, i)) return null;
    if (token.lower === 'not' || token.lower === "n't" || token.lower === 'never') {
      return cut(claim, token.start, token.end, token.lower === "n't" && tokens[i - 1]?.lower === 'ca' ? 'n' : '');
    }
  }
  const first = tokens[frame.verbStart]!;
  if (first.pos === 'AUX') return cut(claim, first.end, first.end, ' not');
  const head = tokens[frame.head]!;
  return cut(claim, head.start, head.end, `did not ${head.lemma}`);
}

function cut(text: string, start: number, end: number, replacement: string): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`.replace(/ {2,}/g, ' ');
}
