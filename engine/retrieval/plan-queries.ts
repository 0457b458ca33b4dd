/**
 * Plans the search queries for a claim: a neutral one, and one that would bring up contradictions. A query with the claim's own
 * values ("founded 1999") finds passages that agree. Leaving out the value and adding the opposite predicate finds those that say
 * 1998, or "dissolved".
 *
 * The terms are surface words plus the dictionary forms of irregular ones ("built", "build"). A stemming store finds the regular
 * inflections ("founded", "founding"): SQLite FTS5 needs `tokenize = 'porter unicode61 remove_diacritics 2'`, MongoDB a text
 * index with `default_language: 'english'`. Each term must be passed to the store as a quoted phrase, because "3.5" is two tokens
 * there.
 */
import type { Mode } from '#contracts/vocabulary.ts';
import { antonymsOf } from '#engine/text/lexicon.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import type { SearchQuery } from '#engine/types/retrieval.ts';
import { type ClaimTerm, claimTerms, type TermKind, translatedTerms } from './claim-terms.ts';

/** More terms slow the store down without changing the top of the list. */
const MAX_TERMS = 24;
/**
 * The limit for other languages, which is also the stores' maximum. It is higher because there are many character pairs, and each
 * stem is followed by its word.
 */
const MAX_FOREIGN_TERMS = 32;
const MAX_TEXT_LENGTH = 300;

const OPERATORS = new Set(['AND', 'OR', 'NOT', 'ANDNOT', 'NEAR', 'TO']);

const SELECTIVITY: readonly TermKind[] = ['name', 'number', 'noun', 'adjective', 'verb', 'adverb', 'common'];

/**
 * The queries for one claim: `neutral`, `contradiction` (not in mode fast, and only in English), and a `translation` for each
 * language in which the claim has search words. No queries for a claim that is not checkable or has no word worth searching for.
 */
export function planQueries(claim: SearchedClaim, mode: Mode): SearchQuery[] {
  const terms = claimTerms(claim);
  if (!claim.checkable || terms.length === 0) return [];
  const subject = terms.filter(({ nameGroup }) => nameGroup === 0);
  const neutral: SearchQuery = {
    purpose: 'neutral',
    text: terms.map(writtenWord).join(' '),
    terms: claim.language === undefined ? searchWords(terms) : searchTerms(terms),
    ...(subject.length > 0 && { subject: clip(subject.map(writtenWord).join(' ')) }),
  };
  // Antonyms are known for English only.
  const isNeutralAlone = mode === 'fast' || claim.language !== undefined;
  const queries = [neutral, ...(isNeutralAlone ? [] : [contradictionQuery(terms)]), ...translations(claim)];
  return queries.map((query) => ({ ...query, text: clip(query.text) }));
}

/** One query for each language in which the claim has search words. */
function translations(claim: SearchedClaim): SearchQuery[] {
  return translatedTerms(claim).flatMap(({ language, terms }) => {
    if (terms.length === 0) return [];
    const words = language === undefined ? searchWords(terms) : searchTerms(terms);
    return [{ purpose: 'translation', text: terms.map(writtenWord).join(' '), terms: words }];
  });
}

/** Drops the values and all names but the first; adds the opposites of the predicates or a word of doubt. */
function contradictionQuery(terms: ClaimTerm[]): SearchQuery {
  const kept = terms.filter((term) => term.kind !== 'number' && term.nameGroup <= 0);
  const subject = kept.length > 0 ? kept : terms;
  const opposites = [...new Set(subject.flatMap((term) => (term.kind === 'name' ? [] : antonymsOf(term.lemma))))];
  const words = subject.map(writtenWord);
  const hasValue = subject.length < terms.length;
  const doubt = opposites.length > 0 ? opposites : hasValue ? ['actual'] : ['not', 'disputed'];
  return {
    purpose: 'contradiction',
    text: [...words, ...doubt].join(' '),
    terms: [...new Set([...searchWords(subject), ...opposites])].slice(0, MAX_TERMS),
  };
}

/** Words that search providers may take for operators are written in lower case. */
function writtenWord({ word, written }: ClaimTerm): string {
  return OPERATORS.has(written) ? word : written;
}

function bySelectivity(a: ClaimTerm, b: ClaimTerm): number {
  return (
    SELECTIVITY.indexOf(a.kind) - SELECTIVITY.indexOf(b.kind) ||
    (a.kind === 'name' ? a.nameGroup - b.nameGroup : b.word.length - a.word.length)
  );
}

/**
 * Distinct words, the most selective first: by kind of word, then names in text order (the subject tends to come first) and other
 * words by length, because short words are common.
 */
function searchWords(terms: ClaimTerm[]): string[] {
  return [...new Set(terms.toSorted(bySelectivity).flatMap(surfaceForms))].slice(0, MAX_TERMS);
}

/**
 * Search words in another language, names and figures first: the terms, which are what indexes hold of documents in this
 * language, and then the unchanged words, which documents in other languages may have.
 */
function searchTerms(terms: ClaimTerm[]): string[] {
  const sorted = terms.toSorted((a, b) => SELECTIVITY.indexOf(a.kind) - SELECTIVITY.indexOf(b.kind));
  return [...new Set([...sorted.map(({ stem }) => stem), ...sorted.map(({ word }) => word)])].slice(
    0,
    MAX_FOREIGN_TERMS,
  );
}

/** The forms under which a stemming index may have the term. */
function surfaceForms(term: ClaimTerm): string[] {
  if (term.kind === 'number' && term.word !== term.stem) return [term.word, term.stem];
  return term.lemmaStem === term.stem ? [term.word] : [term.word, term.lemma];
}

function clip(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  const cut = text.lastIndexOf(' ', MAX_TEXT_LENGTH);
  return text.slice(0, cut > 0 ? cut : MAX_TEXT_LENGTH);
}
