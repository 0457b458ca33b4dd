/** The words of a claim that are worth looking for, with how much each of them tells a fitting passage from others. */

import { startsWithCapital } from '#engine/text/letters.ts';
import { analyse, type PartOfSpeech, type Token } from '#engine/text/nlp.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import { MONTHS, WEEKDAYS } from '#engine/values/calendar.ts';
import { termsIn } from './terms-of-language.ts';
import { capitalWords, foldedWords, isNumber, stemOf } from './words.ts';

export type TermKind = 'name' | 'number' | 'noun' | 'adjective' | 'verb' | 'adverb' | 'common';

export interface ClaimTerm {
  /** Folded surface form, as the claim has it. */
  word: string;
  /** `word` as search providers get it: names in the claim's capitals, which tell them from other words. */
  written: string;
  /** Folded dictionary form; differs in stem from `word` for irregular forms ("built" and "build"). */
  lemma: string;
  stem: string;
  lemmaStem: string;
  kind: TermKind;
  /** Selectivity, 0..1.5: figures tell passages apart, common words hardly do. */
  weight: number;
  /** Index of the run of neighbouring names it stands in; -1 for other words. */
  nameGroup: number;
}

/**
 * By word class, before rarity among the candidates is counted in. A name weighs no more than a noun: it often has several
 * words, and a document about somebody has it everywhere. At 2 the settling passage came first for .80 of the everyday
 * claims, at 1 for .83.
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

/** Content words so frequent in English that they select next to nothing. */
const COMMON_WORDS = wordSet(
  'be have do make get go come take give say tell know think see use find want need become include show call put ' +
    'keep let begin start seem help turn follow hold way thing people person man woman year day time month week part ' +
    'place case point number group fact kind lot world life hand area example new old good great high low small large ' +
    'big long short first last next early late many much more most several various different same other such own ' +
    'only also just even still already very really about according however well',
);

/** Dates are values, not names, though the tagger takes them for proper nouns. */
const CALENDAR_WORDS = new Set([...MONTHS, ...WEEKDAYS]);

/** A whole text given as one claim has terms enough in its beginning; the tagger is slow on words without end. */
const MAX_CLAIM_LENGTH = 4_000;

const memo = new WeakMap<SearchedClaim, ClaimTerm[]>();

/** Terms of the normalized claim in text order, one per stem; function words and punctuation left out. */
export function claimTerms(claim: SearchedClaim): ClaimTerm[] {
  let terms = memo.get(claim);
  if (terms === undefined) {
    terms = termsOf(claim.normalized_claim.slice(0, MAX_CLAIM_LENGTH), claim.language);
    memo.set(claim, terms);
  }
  return terms;
}

/** Terms by which a passage in another language is found, one list for each language of the claim's search words. */
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

/** Weight of a word of the claim's sentence, as a share of its weight in the claim. */
const CONTEXT_WEIGHT = 0.1;

/** Terms of the sentence that the claim was taken from, without those of the claim itself: they say what it is about. */
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

/** Without a tagger: capitals tell names, but for German, and length tells what is common. */
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
    const own = { word, written: word, lemma: word, stem: term, lemmaStem: term, kind, weight: WEIGHTS[kind] };
    return [{ ...own, nameGroup: isName ? nameGroup : -1 }];
  });
}

function englishTerms(text: string): ClaimTerm[] {
  const result: ClaimTerm[] = [];
  const seen = new Set<string>();
  let nameGroup = -1;
  let previousWasName = false;
  // In a heading set in capitals every word looks like an acronym.
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
      // A piece of one letter ("O" of O'Neil) finds everything.
      if (seen.has(stem) || (word.length < 2 && !isNumber(stem))) continue;
      seen.add(stem);
      const lemma = pieces.length === 1 ? (foldedWords(token.lemma)[0] ?? word) : word;
      const termKind = isNumber(stem) ? 'number' : kind;
      result.push({
        word,
        written: written[i] ?? word,
        lemma,
        stem,
        lemmaStem: stemOf(lemma),
        kind: termKind,
        weight: WEIGHTS[termKind],
        nameGroup: kind === 'name' ? nameGroup : -1,
      });
    }
  }
  return result;
}

function kindOf(token: Token, mixedCase: boolean): TermKind | undefined {
  // "WHO", "US" and "IT" look like stop words once they are lower case.
  if (mixedCase && startsWithCapital(token.text) && /^\p{Lu}[\p{Lu}\d]{1,6}$/u.test(token.text)) return 'name';
  const kind = KINDS[token.pos];
  if (kind === 'name' && CALENDAR_WORDS.has(token.lower)) return 'number';
  if (kind === undefined || kind === 'name' || kind === 'number') return kind;
  if (COMMON_WORDS.has(token.lemma)) return 'common';
  return token.isStopWord ? undefined : kind;
}
