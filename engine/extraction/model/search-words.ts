/**
 * Words that passages are searched by, besides the claim itself: words in the documents' languages, if the text is in another
 * one, and words from the model's wording of what a claim leaves open. A model is asked for the former together with the
 * statements. They never become part of a claim or of evidence.
 */
import { z } from 'zod';
import { stripInvisible } from '#common/invisible-characters.ts';
import type { AnswerSchema } from '#contracts/ports/language-model.ts';
import { languageName } from '#engine/text/language-name.ts';
import type { SearchWords } from '#engine/types/extraction.ts';
import type { Around } from './faithful.ts';
import { type Language, plainWords, type ReadWord } from './words.ts';

/** The number of languages in which words are asked for; those of most documents come first. */
const MOST_LANGUAGES = 3;
/** The number of words for one statement in one language. */
const MOST_WORDS = 8;
/**
 * In UTF-16 units: how much of the model's wording is read, and the longest search made of a statement's own words and that
 * wording.
 */
const LONGEST_WORDING = 300;
const LONGEST_SEARCH = 1_000;
/** The longest word or term of several words, in UTF-16 units. */
const LONGEST_WORD = 60;

/** The languages of documents in which words are asked for; none if the text's own language is unknown. */
export function searchedLanguages(textLanguage: string, documentLanguages: readonly string[]): string[] {
  if (textLanguage === 'und') return [];
  return documentLanguages.filter((each) => each !== textLanguage && each !== 'und').slice(0, MOST_LANGUAGES);
}

const namedOf = (languages: readonly string[]) =>
  languages.map((each) => `${languageName(each)} ("${each}")`).join(', ');

/** The question's instructions on search words; '' for no language. */
export function searchInstructions(languages: readonly string[]): string {
  if (languages.length === 0) return '';
  const named = namedOf(languages);
  return `
- "search": the statement will be looked up in documents in other languages than the text's. For each of these languages, up to ${MOST_WORDS} words or short terms in it by which a search finds the sentence that confirms or refutes the statement: names as that language writes them, the words for what the statement speaks of, and others that a document may use for the same. Translate what the statement says; add nothing that you know besides. Languages: ${named}.`;
}

export function searchExample(languages: readonly string[]): string {
  if (languages.length === 0) return '';
  return `,"search":{${languages.map((each) => `"${each}":["…"]`).join(',')}}`;
}

/** The parts of a line for search words, in a question that is answered in lines; '' for no language. */
export function searchPart(languages: readonly string[]): string {
  return languages.map((each) => ` | ${each}: …, …`).join('');
}

/** The instructions on search words in such a question; '' for no language. */
export function searchLine(languages: readonly string[]): string {
  if (languages.length === 0) return '';
  const [named, first] = [namedOf(languages), languages[0]!];
  return `
- then, for documents in other languages, search words in ${named}: "${first}:" and up to ${MOST_WORDS} words or short terms, with commas between them, by which a search finds what confirms or refutes the statement. Translate what it says; add nothing that you know besides.`;
}

export function searchSchema(languages: readonly string[]): AnswerSchema {
  const words: AnswerSchema = { type: 'array', items: { type: 'string' } };
  return { type: 'object', properties: Object.fromEntries(languages.map((each) => [each, words])) };
}

const Answered = z.record(z.string(), z.unknown());
const Words = z.array(z.unknown());

/**
 * The search words of an answer in the languages that were asked for, without what is not a word or too long; null if none are
 * left. `restore` puts back what placeholders stand for.
 */
export function searchWordsIn(
  answered: unknown,
  languages: readonly string[],
  restore: (text: string) => string,
): SearchWords | null {
  const parsed = Answered.safeParse(answered);
  if (!parsed.success) return null;
  const found = languages.flatMap((language): [string, string[]][] => {
    const words = Words.safeParse(parsed.data[language]);
    if (!words.success) return [];
    const usable = words.data.slice(0, MOST_WORDS).flatMap((word) => usableWord(word, restore) ?? []);
    return usable.length === 0 ? [] : [[language, [...new Set(usable)]]];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

function usableWord(word: unknown, restore: (text: string) => string): string | null {
  if (typeof word !== 'string' || word.length > LONGEST_WORD) return null;
  const text = stripInvisible(restore(word)).replaceAll(/\s+/gu, ' ').trim();
  return text.length <= LONGEST_WORD && /[\p{L}\p{N}]/u.test(text) ? text : null;
}

/** The search words of several statements, for each language no more than one statement may have. */
export function searchWordsOf(several: readonly SearchWords[]): SearchWords {
  const languages = new Set(several.flatMap(Object.keys));
  return Object.fromEntries(
    [...languages].map((language) => {
      const words = several.flatMap((each) => each[language] ?? []);
      return [language, [...new Set(words)].slice(0, MOST_WORDS)];
    }),
  );
}

/**
 * If a statement's own words are the claim, the model's wording may still name what they leave open, e.g. in "nothing was set
 * aside for it". Adds a search to `words`: the statement's own words, together with those words of the wording that are in the
 * text around it. It only helps to find passages; the claim stays as it is.
 */
export function wordsBeside(
  words: SearchWords | null,
  wording: string,
  own: readonly ReadWord[],
  { around, language }: { around: Around; language: Language },
): SearchWords | null {
  if (language === 'und') return words;
  const said = new Set(own.flatMap(({ lower, lemma }) => [lower, lemma]));
  const isFurther = ({ lower, lemma, isWord }: ReadWord) =>
    isWord && !said.has(lower) && (around.words.has(lower) || around.words.has(lemma));
  const further = plainWords(stripInvisible(wording).slice(0, LONGEST_WORDING), language).filter(isFurther);
  if (further.length === 0) return words;
  // On its own, a further word would find every passage that has it.
  const all = [...own.filter(({ isWord }) => isWord), ...further].map(({ text }) => text).join(' ');
  return { ...words, [language ?? 'en']: [all.slice(0, LONGEST_SEARCH)] };
}
