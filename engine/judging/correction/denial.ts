/** Negates a claim in correct English, for corrections that people read. */

import { type MainVerb, mainVerbOf } from '#engine/syntax/main-verb.ts';
import { isNotUntil } from '#engine/text/negative-idioms.ts';
import { analyse, type Token } from '#engine/text/nlp.ts';
import { pastTense, thirdPerson, verbForms } from '#engine/text/verbs.ts';

interface ReadClaim {
  text: string;
  tokens: readonly Token[];
}

/** Words that require or exclude a negation, or whose meaning changes under one (e.g. "every", "only", "until"). */
const BOUND_TO_POLARITY =
  /^(?:no|none|nobody|nothing|nor|neither|never|every|everyone|everybody|everything|each|all|both|most|many|few|some|several|any|anyone|anything|ever|yet|still|already|until|till|only|solely|exclusively|even|either|also|too|longer|anymore)$/;

/** The claim's text with the tokens from `first` to `last` (inclusive) replaced by `replacement`. */
function replaceTokens(claim: ReadClaim, first: number, last: number, replacement: string): string {
  const [before, after] = [
    claim.text.slice(0, claim.tokens[first]!.start).trimEnd(),
    claim.text.slice(claim.tokens[last]!.end).trimStart(),
  ];
  return [before, replacement, after].filter((part) => part !== '').join(' ');
}

/** "does not reduce" → "reduces", "was not opened" → "was opened"; null for other forms. */
function withoutNegation(claim: ReadClaim, main: MainVerb, not: number): string | null {
  const { tokens } = claim;
  const auxiliary = tokens[not - 1];
  const verb = tokens[not + 1];
  if (auxiliary === undefined || verb === undefined || auxiliary.pos !== 'AUX') return null;
  if (/^(?:ca|wo|sha)$/.test(auxiliary.lower)) return null;
  if (auxiliary.lemma !== 'do') return replaceTokens(claim, not - 1, not, auxiliary.text);
  if (main.head !== not + 1 || !verbForms(verb.lower, verb.lemma).base) return null;
  const inflected = { does: thirdPerson, did: pastTense, do: (base: string) => base }[auxiliary.lower];
  return inflected === undefined ? null : replaceTokens(claim, not - 1, not + 1, inflected(verb.lower));
}

/** "reduces" → "does not reduce", "was opened" → "was not opened"; null for other forms. */
function withNegation(claim: ReadClaim, verb: MainVerb): string | null {
  const at = verb.start;
  const first = claim.tokens[at]!;
  if (first.pos === 'AUX') return replaceTokens(claim, at, at, `${first.text} not`);
  if (verb.end - verb.start > 1 || first.lower === first.lemma) return null;
  const { past, thirdPerson: isThird } = verbForms(first.lower, first.lemma);
  if (!past && !isThird) return null;
  return replaceTokens(claim, at, at, `${past ? 'did' : 'does'} not ${first.lemma}`);
}

/** `claim` with its main verb negated, or its negation removed; null if that alone doesn't give a correct sentence. */
export function denial(claim: string): string | null {
  const tokens = analyse(claim);
  const verb = mainVerbOf(tokens);
  if (verb === null || tokens.some(({ lower }) => BOUND_TO_POLARITY.test(lower))) return null;
  const not = tokens.findIndex(({ lower }) => lower === 'not' || lower === "n't");
  if (not < 0) return withNegation({ text: claim, tokens }, verb);
  const isOfVerb = not > verb.start && not < verb.end + 1 && !isNotUntil(tokens, not);
  return isOfVerb ? withoutNegation({ text: claim, tokens }, verb, not) : null;
}
