/** Negates a claim in correct English, for a correction that people read. */
import { isNotUntil } from '#engine/language/negative-idioms.ts';
import { pastTense, thirdPerson, verbForms } from '#engine/language/verbs.ts';
import { type AnalysedText, endOf } from '../text/analysed-text.ts';
import { analyseClaim } from '../text/analyses.ts';
import type { Frame } from '../text/frames.ts';

/** Words that need or exclude a negation, or whose meaning shifts under one ("every", "only", "until"). */
const BOUND_TO_POLARITY =
  /^(?:no|none|nobody|nothing|nor|neither|never|every|everyone|everybody|everything|each|all|both|most|many|few|some|several|any|anyone|anything|ever|yet|still|already|until|till|only|even|either|also|too|longer|anymore)$/;

/** The claim's text with the tokens from `first` to `last` (inclusive) replaced by `replacement`. */
function replaceTokens(claim: AnalysedText, first: number, last: number, replacement: string): string {
  const [before, after] = [
    claim.text.slice(0, claim.starts[first]).trimEnd(),
    claim.text.slice(endOf(claim, last)).trimStart(),
  ];
  return [before, replacement, after].filter((part) => part !== '').join(' ');
}

/** "does not reduce" → "reduces", "was not opened" → "was opened"; null for other forms. */
function withoutNegation(claim: AnalysedText, frame: Frame, not: number): string | null {
  const { tokens } = claim;
  const auxiliary = tokens[not - 1];
  const verb = tokens[not + 1];
  if (auxiliary === undefined || verb === undefined || auxiliary.pos !== 'AUX') return null;
  if (/^(?:ca|wo|sha)$/.test(auxiliary.lower)) return null;
  if (auxiliary.lemma !== 'do') return replaceTokens(claim, not - 1, not, auxiliary.text);
  if (frame.head !== not + 1 || !verbForms(verb.lower, verb.lemma).base) return null;
  const inflected = { does: thirdPerson, did: pastTense, do: (base: string) => base }[auxiliary.lower];
  return inflected === undefined ? null : replaceTokens(claim, not - 1, not + 1, inflected(verb.lower));
}

/** "reduces" → "does not reduce", "was opened" → "was not opened"; null for other forms. */
function withNegation(claim: AnalysedText, frame: Frame): string | null {
  const at = frame.verbStart;
  const first = claim.tokens[at]!;
  if (first.pos === 'AUX') return replaceTokens(claim, at, at, `${first.text} not`);
  if (frame.verbEnd - frame.verbStart > 1 || first.lower === first.lemma) return null;
  const { past, thirdPerson: isThird } = verbForms(first.lower, first.lemma);
  if (!past && !isThird) return null;
  return replaceTokens(claim, at, at, `${past ? 'did' : 'does'} not ${first.lemma}`);
}

/** `claim` with its main verb negated, or its negation removed; null if that alone doesn't give a correct sentence. */
export function denial(claim: string): string | null {
  const text = analyseClaim(claim);
  const { tokens, frames } = text;
  const frame = frames.find((candidate) => !candidate.participle);
  if (frame === undefined || tokens.some(({ lower }) => BOUND_TO_POLARITY.test(lower))) return null;
  const not = tokens.findIndex(({ lower }) => lower === 'not' || lower === "n't");
  if (not < 0) return withNegation(text, frame);
  const isOfVerb = not > frame.verbStart && not < frame.verbEnd + 1 && !isNotUntil(tokens, not);
  return isOfVerb ? withoutNegation(text, frame, not) : null;
}
