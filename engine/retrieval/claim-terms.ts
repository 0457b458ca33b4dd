/**
 * Extracts the words of a claim that are worth searching for, each with a weight for how well it singles out relevant passages.
 */

import { startsWithCapital } from '#engine/text/letters.ts';
import { analyse, type PartOfSpeech, type Token } from '#engine/text/nlp.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import { MONTHS, WEEKDAYS } from '#engine/values/calendar.ts';
import { hashOf } from './hashes.ts';
import { beginningOf } from './passage-words.ts';
import { termsIn } from './terms-of-language.ts';
import { capitalWords, foldedWords, isNumber, stemOf } from './words.ts';

export type TermKind = 'name' | 'number' | 'noun' | 'adjective' | 'verb' | 'adverb' | 'common';

export interface ClaimTerm {
  /** The word as in the claim, folded. */
  word: string;
  /** `word` in the form for search providers: names keep their capitals, which distinguish them from common words. */
  written: string;
  /** Folded dictionary form; differs in stem from `word` for irregular forms ("built" and "build"). */
  lemma: string;
  stem: string;
  lemmaStem: string;
  /** Hashes of its stems and of the beginning of `word`, by which passages are searched for the term. */
  hashes: { stem: number; lemmaStem: number; beginning: number | null };
  kind: TermKind;
  /** Selectivity, 0..1.5. Figures are the most selective, common words the least. */
  weight: number;
  /** Index of the run of adjacent names that the word belongs to; -1 for other words. */
  nameGroup: number;
}

/**
 * Weights by word class, before rarity among the candidates is taken into account. A name weighs no more than a noun: it often
 * has several words, and a document about a person has it everywhere. With weight 2, the deciding passage came first for .80 of
 * the everyday claims, with weight 1 for .83.
 */
const WEIGHTS: Record<TermKind, number> = {
  name: 1,
  number: 1.5,
  noun: 1,
  adjective: 0.8,
  verb: 0.8,
  adverb: 0.4,
  common: 0.3,
};

const KINDS: Partial<Record<PartOfSpeech, TermKind>> = {
  PROPN: 'name',
  NUM: 'number',
  NOUN: 'noun',
  ADJ: 'adjective',
  VERB: 'verb',
  ADV: 'adverb',
  X: 'noun',
};

/** Content words that are too frequent in English to be selective. */
const COMMON_WORDS = wordSet(
  'be have do make get go come take give say tell know think see use find want need become include show call put ' +
    'keep let begin start seem help turn follow hold way thing people person man woman year day time month week part ' +
    'place case point number group fact kind lot world life hand area example new old good great high low small large ' +
    'big long short first last next early late many much more most several various different same other such own ' +
    'only also just even still already very really about according however well',
);

/** Parts of dates are treated as values although the tagger takes them for proper nouns. */
const CALENDAR_WORDS = new Set([...MONTHS, ...WEEKDAYS]);

/**
 * Only the beginning is read if a whole text is given as one claim: it has enough terms, and the tagger is slow on long texts.
 */
const MAX_CLAIM_LENGTH = 4_000;

const memo = new WeakMap<SearchedClaim, ClaimTerm[]>();

/** The terms of the normalized claim in text order, one per stem, without function words and punctuation. */
export function claimTerms(claim: SearchedClaim): ClaimTerm[] {
  let terms = memo.get(claim);
  if (terms === undefined) {
    terms = termsOf(claim.normalized_claim.slice(0, MAX_CLAIM_LENGTH), claim.language);
    memo.set(claim, terms);
  }
  return terms;
}

/** The terms for finding passages in other languages: one list for each language in which the claim has search words. */
export function translatedTerms({ search_words = {} }: SearchedClaim): TranslatedTerms[] {
  return Object.entries(search_words).map(([language, words]) => {
    const own = language === 'en' ? undefined : language;
    return { language: own, terms: termsOf(words.join('; ').slice(0, MAX_CLAIM_LENGTH), own) };
  });
}

export interface TranslatedTerms {
  /** ISO 639-1; undefined for English. */
  language: string | undefined;
  terms: ClaimTerm[];
}

/** Weight of a word that only the claim's sentence has, as a share of its usual weight. */
const CONTEXT_WEIGHT = 0.1;

/** Terms of the claim's source sentence that the claim itself lacks. They help to find out what the claim is about. */
export function contextTerms(claim: SearchedClaim): ClaimTerm[] {
  if (claim.sentence === claim.normalized_claim) return [];
  const own = new Set(claimTerms(claim).map(({ stem }) => stem));
  return termsOf(claim.sentence.slice(0, MAX_CLAIM_LENGTH), claim.language)
    .filter(({ stem }) => !own.has(stem))
    .map((term) => ({ ...term, weight: CONTEXT_WEIGHT * term.weight }));
}

function termsOf(text: string, language: string | undefined): ClaimTerm[] {
  return language === undefined ? englishTerms(text) : termsOfLanguage(text, language);
}

/** Terms in a language without a tagger. Capitals mark names, except in German, and short words count as common. */
function termsOfLanguage(text: string, language: string): ClaimTerm[] {
  const seen = new Set<string>();
  let nameGroup = -1;
  let previousWasName = false;
  return termsIn(text, language).flatMap(({ word, term, isNumber, isCapital, isCommon }) => {
    const isName = isCapital && language !== 'de';
    if (isName && !previousWasName) nameGroup++;
    previousWasName = isName;
    if (seen.has(term)) return [];
    seen.add(term);
    const kind: TermKind = isNumber ? 'number' : isCommon ? 'common' : isName ? 'name' : 'noun';
    const hashes = hashesOf(word, term, term);
    const own = { word, written: word, lemma: word, stem: term, lemmaStem: term, hashes, kind, weight: WEIGHTS[kind] };
    return [{ ...own, nameGroup: isName ? nameGroup : -1 }];
  });
}

function englishTerms(text: string): ClaimTerm[] {
  const result: ClaimTerm[] = [];
  const seen = new Set<string>();
  let nameGroup = -1;
  let previousWasName = false;
  // In a heading in all capitals, every word looks like an acronym.
  const mixedCase = /\p{Ll}/u.test(text);
  for (const token of analyse(text)) {
    const kind = kindOf(token, mixedCase);
    if (kind === 'name' && !previousWasName) nameGroup++;
    previousWasName = kind === 'name';
    if (kind === undefined) continue;
    const pieces = foldedWords(token.text);
    const written = kind === 'name' ? capitalWords(token.text) : pieces;
    for (const [i, word] of pieces.entries()) {
      const stem = stemOf(word);
      // One letter, e.g. the "O" of O'Neil, would match everything.
      if (seen.has(stem) || (word.length < 2 && !isNumber(stem))) continue;
      seen.add(stem);
      const lemma = pieces.length === 1 ? (foldedWords(token.lemma)[0] ?? word) : word;
      const lemmaStem = stemOf(lemma);
      const termKind = isNumber(stem) ? 'number' : kind;
      result.push({
        word,
        written: written[i] ?? word,
        lemma,
        stem,
        lemmaStem,
        hashes: hashesOf(word, stem, lemmaStem),
        kind: termKind,
        weight: WEIGHTS[termKind],
        nameGroup: kind === 'name' ? nameGroup : -1,
      });
    }
  }
  return result;
}

function hashesOf(word: string, stem: string, lemmaStem: string): ClaimTerm['hashes'] {
  return { stem: hashOf(stem), lemmaStem: hashOf(lemmaStem), beginning: beginningOf(word) };
}

function kindOf(token: Token, mixedCase: boolean): TermKind | undefined {
  // Acronyms: "WHO", "US" and "IT" would look like stop words in lower case.
  if (mixedCase && startsWithCapital(token.text) && /^\p{Lu}[\p{Lu}\d]{1,6}$/u.test(token.text)) return 'name';
  const kind = KINDS[token.pos];
  if (kind === 'name' && CALENDAR_WORDS.has(token.lower)) return 'number';
  if (kind === undefined || kind === 'name' || kind === 'number') return kind;
  if (COMMON_WORDS.has(token.lemma)) return 'common';
  return token.isStopWord ? undefined : kind;
}
