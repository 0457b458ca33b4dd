/** The opposite of a claim in sound English, for a correction that a person reads. */
import { isNotUntil } from '#engine/language/negative-idioms.ts';
import { pastTense, thirdPerson, verbForms } from '#engine/language/verbs.ts';
import { type AnalysedText, endOf } from './analysed-text.ts';
import { analyseClaim } from './analyses.ts';
import type { Frame } from './frames.ts';

/** Words that stand only with or only without a negation, or whose sense a negation shifts ("every", "only", "until"). */
const BOUND_TO_POLARITY =
  /^(?:no|none|nobody|nothing|nor|neither|never|every|everyone|everybody|everything|each|all|both|most|many|few|some|several|any|anyone|anything|ever|yet|still|already|until|till|only|even|either|also|too|longer|anymore)$/;

/** With `replacement` in place of the tokens from `first` to `last`. */
function replaceTokens(claim: AnalysedText, first: number, last: number, replacement: string): string {
  const [before, after] = [
    claim.text.slice(0, claim.starts[first]).trimEnd(),
    claim.text.slice(endOf(claim, last)).trimStart(),
  ];
  return [before, replacement, after].filter((part) => part !== '').join(' ');
}

/** "does not reduce" → "reduces", "was not opened" → "was opened"; null where that is no plain removal. */
function affirmed(claim: AnalysedText, frame: Frame, not: number): string | null {
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

/** "reduces" → "does not reduce", "was opened" → "was not opened"; null where the form of the verb is not plain. */
function denied(claim: AnalysedText, frame: Frame): string | null {
  const at = frame.verbStart;
  const first = claim.tokens[at]!;
  if (first.pos === 'AUX') return replaceTokens(claim, at, at, `${first.text} not`);
  if (frame.verbEnd - frame.verbStart > 1 || first.lower === first.lemma) return null;
  const { past, thirdPerson: isThird } = verbForms(first.lower, first.lemma);
  if (!past && !isThird) return null;
  return replaceTokens(claim, at, at, `${past ? 'did' : 'does'} not ${first.lemma}`);
}

/** `claim` with its main verb denied, or its denial taken back; null where no sound sentence comes out by that alone. */
export function denial(claim: string): string | null {
  const text = analyseClaim(claim);
  const { tokens, frames } = text;
  const frame = frames.find((candidate) => !candidate.participle);
  if (frame === undefined || tokens.some(({ lower }) => BOUND_TO_POLARITY.test(lower))) return null;
  const not = tokens.findIndex(({ lower }) => lower === 'not' || lower === "n't");
  if (not < 0) return denied(text, frame);
  const isOfVerb = not > frame.verbStart && not < frame.verbEnd + 1 && !isNotUntil(tokens, not);
  return isOfVerb ? affirmed(text, frame, not) : null;
}
