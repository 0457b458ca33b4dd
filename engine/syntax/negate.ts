/** Negates a claim. The result serves as a decoy among the passages that a language model reads. */

import { mainVerbOf } from '#engine/syntax/main-verb.ts';
import { isNotUntil } from '#engine/text/negative-idioms.ts';
import { analyse } from '#engine/text/nlp.ts';

const NEGATION = /^(?:not|never|n['’]t)$/;
/** Negative words that, after the verb, already negate it: "makes no promise". */
const NEGATIVE = /^(?:no|none|nobody|nothing|neither|nor)$/;
const CONTRACTED = /^n['’]t$/;
/** Full forms of the verbs that change before "n't". */
const WHOLE: Record<string, string> = { ca: 'can', wo: 'will', sha: 'shall' };

/**
 * Returns `claim` with its main verb negated, or with its negation removed. Null if it has no verb that can be negated, or if it
 * contains "not … until". Small grammatical errors are acceptable: people don't read the result.
 */
export function negate(claim: string): string | null {
  const tokens = analyse(claim);
  const verb = mainVerbOf(tokens);
  if (verb === null || tokens.slice(verb.end).some(({ lower }) => NEGATIVE.test(lower))) return null;
  // In "is not open", the verb group ends before "not".
  const isNever = tokens[verb.start - 1]?.lower === 'never';
  for (let i = isNever ? verb.start - 1 : verb.start; i <= verb.end && i < tokens.length; i++) {
    const token = tokens[i]!;
    // "Not … until" has no simple opposite: without "not" the sentence isn't English.
    if (isNotUntil(tokens, i)) return null;
    if (!NEGATION.test(token.lower)) continue;
    const before = tokens[i - 1];
    // In "won not one but two", "not" doesn't negate the verb.
    if (i === verb.end && before?.pos !== 'AUX') continue;
    const whole = CONTRACTED.test(token.lower) ? WHOLE[before?.lower ?? ''] : undefined;
    return whole === undefined ? cut(claim, token.start, token.end, '') : cut(claim, before!.start, token.end, whole);
  }
  // The verb of "more than doubled" can't be negated by a word before it.
  if (tokens[verb.start - 1]?.lower === 'than') return null;
  const first = tokens[verb.start]!;
  if (first.pos === 'AUX') return cut(claim, first.end, first.end, ' not');
  const head = tokens[verb.head]!;
  return cut(claim, head.start, head.end, `did not ${head.lemma}`);
}

function cut(text: string, start: number, end: number, replacement: string): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`.replace(/ {2,}/g, ' ');
}
