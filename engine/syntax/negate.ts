/** Negates a claim, as a decoy among the passages that a language model reads. */

import { mainVerbOf } from '#engine/syntax/main-verb.ts';
import { isNotUntil } from '#engine/text/negative-idioms.ts';
import { analyse } from '#engine/text/nlp.ts';

const NEGATION = /^(?:not|never|n['’]t)$/;
/** Behind the verb they deny already: "makes no promise". */
const NEGATIVE = /^(?:no|none|nobody|nothing|neither|nor)$/;
const CONTRACTED = /^n['’]t$/;
/** What is left of these verbs before "n't". */
const WHOLE: Record<string, string> = { ca: 'can', wo: 'will', sha: 'shall' };

/**
 * `claim` with its main verb negated, or with its negation removed; null if it has no verb that can be
 * negated, or says "not … until". The grammar only has to be good enough for the judge.
 */
export function negate(claim: string): string | null {
  const tokens = analyse(claim);
  const verb = mainVerbOf(tokens);
  if (verb === null || tokens.slice(verb.end).some(({ lower }) => NEGATIVE.test(lower))) return null;
  // "Is not open": the group of a verb without another one ends before its "not".
  const isNever = tokens[verb.start - 1]?.lower === 'never';
  for (let i = isNever ? verb.start - 1 : verb.start; i <= verb.end && i < tokens.length; i++) {
    const token = tokens[i]!;
    // "Not … until" has no plain opposite: without "not" it isn't English.
    if (isNotUntil(tokens, i)) return null;
    if (!NEGATION.test(token.lower)) continue;
    const before = tokens[i - 1];
    // "Won not one but two" does not deny that somebody won.
    if (i === verb.end && before?.pos !== 'AUX') continue;
    const whole = CONTRACTED.test(token.lower) ? WHOLE[before?.lower ?? ''] : undefined;
    return whole === undefined ? cut(claim, token.start, token.end, '') : cut(claim, before!.start, token.end, whole);
  }
  // "More than doubled" can't be denied by a word before its verb.
  if (tokens[verb.start - 1]?.lower === 'than') return null;
  const first = tokens[verb.start]!;
  if (first.pos === 'AUX') return cut(claim, first.end, first.end, ' not');
  const head = tokens[verb.head]!;
  return cut(claim, head.start, head.end, `did not ${head.lemma}`);
}

function cut(text: string, start: number, end: number, replacement: string): string {
  return `${text.slice(0, start)}${replacement}${text.slice(end)}`.replace(/ {2,}/g, ' ');
}
