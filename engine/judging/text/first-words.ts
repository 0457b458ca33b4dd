/**
 * The tagger takes nearly every word with a capital for a name. At the beginning of a sentence that is wrong for "Partners
 * get …" and "Personal data …": they are retagged as the common words that they are.
 */
import { startsWithCapital } from '#engine/language/letters.ts';
import { isKnownWord } from '#engine/language/lexicon.ts';
import type { Token } from '#engine/language/nlp.ts';

/** The singular of a plural that the lexicon has; null for other words. */
function singularOf(lower: string): string | null {
  if (!lower.endsWith('s') || lower.endsWith('ss') || lower.length < 4) return null;
  const forms = [lower.replace(/ies$/, 'y'), lower.replace(/(?<=(?:s|x|z|ch|sh))es$/, ''), lower.slice(0, -1)];
  return forms.find((form) => form !== lower && isKnownWord(form)) ?? null;
}

/** The first word of a sentence as a common noun; itself where it may be a name. */
function asCommonWord(tokens: readonly Token[], at: number): Token {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (token.pos !== 'PROPN' || next === undefined || startsWithCapital(next.text)) return token;
  if (/^\p{Lu}{2,}/u.test(token.text)) return token;
  const singular = singularOf(token.lower);
  if (singular !== null) return { ...token, pos: 'NOUN', lemma: singular };
  // "Personal data", "Wholesale prices"; "Mixing: …"
  const isModifier = next.pos === 'NOUN' && isKnownWord(next.lemma) && !mayBeVerb(next, tokens[at + 2]);
  if (!isKnownWord(token.lower) || !(isModifier || next.text === ':')) return token;
  return { ...token, pos: 'NOUN' };
}

/** True for "causes" in "Aspirin causes ulcers", which the tagger takes for a noun, and "ulcers" for the verb. */
function mayBeVerb(next: Token, after: Token | undefined): boolean {
  const isForm = (token: Token | undefined) => token !== undefined && token.lower === `${token.lemma}s`;
  return isForm(next) && (after?.pos !== 'VERB' || isForm(after)) && after?.pos !== 'AUX' && after?.pos !== 'ADP';
}

/** `tokens` with the common words at the beginnings of sentences retagged. */
export function retagFirstWords(tokens: readonly Token[], sentenceOf: readonly number[]): Token[] {
  return tokens.map((token, at) => (sentenceOf[at] === sentenceOf[at - 1] ? token : asCommonWord(tokens, at)));
}
