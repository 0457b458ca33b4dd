/** Negates a claim, to check that a passage doesn't support both the claim and its opposite. */
import { isNotUntil } from '#engine/language/negative-idioms.ts';
import { endOf } from '../text/analysed-text.ts';
import { analyseClaim, analysePassage } from '../text/analyses.ts';

const NEGATION = /^(?:not|never|n['’]t)$/;
const CONTRACTED = /^n['’]t$/;
/** What is left of these verbs before "n't". */
const WHOLE: Record<string, string> = { ca: 'can', wo: 'will', sha: 'shall' };

/**
 * `claim` with its main verb negated, or with its negation removed; null if it has no verb that can be
 * negated, or says "not … until". The grammar only has to be good enough for the judge.
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
    if (!NEGATION.test(token.lower)) continue;
    const before = tokens[i - 1];
    // "Won not one but two" does not deny that somebody won.
    if (i === frame.verbEnd && before?.pos !== 'AUX') continue;
    const whole = CONTRACTED.test(token.lower) ? WHOLE[before?.lower ?? ''] : undefined;
    return whole === undefined
      ? cut(claim, starts[i]!, endOf(text, i), '')
      : cut(claim, starts[i - 1]!, endOf(text, i), whole);
  }
  // "More than doubled" can't be denied by a word before its verb.
  if (tokens[frame.verbStart - 1]?.lower === 'than') return null;
  const first = tokens[frame.verbStart]!;
  const afterFirst = endOf(text, frame.verbStart);
  if (first.pos === 'AUX') return cut(claim, afterFirst, afterFirst, ' not');
  return cut(claim, starts[frame.head]!, endOf(text, frame.head), `did not ${tokens[frame.head]!.lemma}`);
}

/**
 * True if neither claim nor passage denies anything, so that only the claim's negation does. Such a passage hardly supports it:
 * of the evaluation sets' passages that support their claim, 1,653 deny nothing, and one of these is read as support of the
 * negation too. It does support its claim.
 */
export function neitherDenies(claim: string, passage: string): boolean {
  return !analyseClaim(claim).negated.includes(true) && !analysePassage(passage).negated.includes(true);
}

function cut(text: string, start: number, end: number, replacement: string): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`.replace(/ {2,}/g, ' ');
}
