/**
 * Corrects the tags of words that begin a sentence. The tagger takes nearly every capitalised word for a name. In "Partners get
 * …" and "Personal data …", the first word is retagged as a common word.
 */
import { startsWithCapital } from '#engine/text/letters.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import type { Token } from '#engine/text/nlp.ts';

/** The singular of a plural, if the lexicon has it; null for other words. */
function singularOf(lower: string): string | null {
  if (!lower.endsWith('s') || lower.endsWith('ss') || lower.length < 4) return null;
  const forms = [lower.replace(/ies$/, 'y'), lower.replace(/(?<=(?:s|x|z|ch|sh))es$/, ''), lower.slice(0, -1)];
  return forms.find((form) => form !== lower && isKnownWord(form)) ?? null;
}

/** Prepositions that the tagger takes for adjectives or adverbs at the beginning of a sentence. */
const PREPOSITIONS = /^(?:outside|inside|near|past|above|below|opposite)$/;

/** Longest phrase before the subject, in tokens. */
const LONGEST_FRONT = 6;

/** True if a comma ends the phrase that begins at `at`, without a verb before it: "Outside working hours, …". */
function opensFront(tokens: readonly Token[], at: number): boolean {
  const comma = tokens.slice(at, at + LONGEST_FRONT).findIndex(({ text }) => text === ',');
  return comma > 1 && tokens.slice(at + 1, at + comma).every(({ pos }) => pos !== 'AUX' && pos !== 'PUNCT');
}

const DETERMINER = /^(?:the|your|a|an|any|this|these|each|it|them)$/;
/** Words other than verbs that may stand before an article. */
const PREDETERMINER = /^(?:all|both|half|such|what|many|quite|rather|twice|double)$/;

/** True for an imperative such as "Clean the filter". Names, nouns and adjectives don't stand before an article. */
function opensRequest({ pos, lower, text }: Token, next: Token | undefined, after: Token | undefined): boolean {
  // But "Exit the King is a drama" begins with a title.
  if (startsWithCapital(after?.text ?? '')) return false;
  if (!/^(?:PROPN|NOUN|ADJ)$/.test(pos) || !DETERMINER.test(next?.text ?? '') || PREDETERMINER.test(lower))
    return false;
  return /^\p{Lu}?\p{Ll}+$/u.test(text) && isKnownWord(lower) && singularOf(lower) === null;
}

/** Retags the first word of a sentence as a common noun, verb or preposition. Returns it unchanged if it may be a name. */
function asCommonWord(tokens: readonly Token[], at: number): Token {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (PREPOSITIONS.test(token.lower) && opensFront(tokens, at)) return { ...token, pos: 'ADP' };
  if (opensRequest(token, next, tokens[at + 2])) return { ...token, pos: 'VERB', lemma: token.lower };
  if (token.pos !== 'PROPN' || next === undefined || startsWithCapital(next.text)) return token;
  if (/^\p{Lu}{2,}/u.test(token.text)) return token;
  const singular = singularOf(token.lower);
  if (singular !== null) return { ...token, pos: 'NOUN', lemma: singular };
  // E.g. "Personal data", "Wholesale prices" or "Mixing: …".
  const isModifier = next.pos === 'NOUN' && isKnownWord(next.lemma) && !mayBeVerb(next, tokens[at + 2]);
  if (!isKnownWord(token.lower) || !(isModifier || next.text === ':')) return token;
  return { ...token, pos: 'NOUN' };
}

/** True for "causes" in "Aspirin causes ulcers": the tagger takes "causes" for a noun and "ulcers" for the verb. */
function mayBeVerb(next: Token, after: Token | undefined): boolean {
  const isForm = (token: Token | undefined) => token !== undefined && token.lower === `${token.lemma}s`;
  return isForm(next) && (after?.pos !== 'VERB' || isForm(after)) && after?.pos !== 'AUX' && after?.pos !== 'ADP';
}

/** Returns `tokens` with common words at the beginning of sentences retagged. */
export function retagFirstWords(tokens: readonly Token[], sentenceOf: readonly number[]): Token[] {
  return tokens.map((token, at) => (sentenceOf[at] === sentenceOf[at - 1] ? token : asCommonWord(tokens, at)));
}
