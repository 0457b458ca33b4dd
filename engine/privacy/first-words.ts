/**
 * The tagger takes nearly every word with a capital for a name. At the beginning of a sentence that is wrong for "Partners
 * get …" and "Personal data …": they are retagged as the common words that they are.
 */
import { startsWithCapital } from '#engine/text/letters.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import type { Token } from '#engine/text/nlp.ts';

/** The singular of a plural that the lexicon has; null for other words. */
function singularOf(lower: string): string | null {
  if (!lower.endsWith('s') || lower.endsWith('ss') || lower.length < 4) return null;
  const forms = [lower.replace(/ies$/, 'y'), lower.replace(/(?<=(?:s|x|z|ch|sh))es$/, ''), lower.slice(0, -1)];
  return forms.find((form) => form !== lower && isKnownWord(form)) ?? null;
}

/** Prepositions that the tagger takes for adjectives or adverbs at the beginning of a sentence. */
const PREPOSITIONS = /^(?:outside|inside|near|past|above|below|opposite)$/;

/** Most words of a phrase that stands before the subject. */
const LONGEST_FRONT = 6;

/** True if a comma ends the phrase that begins at `at`, with no verb before it: "Outside working hours, …". */
function opensFront(tokens: readonly Token[], at: number): boolean {
  const comma = tokens.slice(at, at + LONGEST_FRONT).findIndex(({ text }) => text === ',');
  return comma > 1 && tokens.slice(at + 1, at + comma).every(({ pos }) => pos !== 'AUX' && pos !== 'PUNCT');
}

const DETERMINER = /^(?:the|your|a|an|any|this|these|each|it|them)$/;
/** Words other than verbs that stand before an article. */
const PREDETERMINER = /^(?:all|both|half|such|what|many|quite|rather|twice|double)$/;

/** True for "Clean the filter": no name, noun or adjective stands before an article. */
function opensRequest({ pos, lower, text }: Token, next: Token | undefined, after: Token | undefined): boolean {
  // "Exit the King is a drama."
  if (startsWithCapital(after?.text ?? '')) return false;
  if (!/^(?:PROPN|NOUN|ADJ)$/.test(pos) || !DETERMINER.test(next?.text ?? '') || PREDETERMINER.test(lower))
    return false;
  return /^\p{Lu}?\p{Ll}+$/u.test(text) && isKnownWord(lower) && singularOf(lower) === null;
}

/** The first word of a sentence as a common noun or a preposition; itself where it may be a name. */
function asCommonWord(tokens: readonly Token[], at: number): Token {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (PREPOSITIONS.test(token.lower) && opensFront(tokens, at)) return { ...token, pos: 'ADP' };
  if (opensRequest(token, next, tokens[at + 2])) return { ...token, pos: 'VERB', lemma: token.lower };
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
