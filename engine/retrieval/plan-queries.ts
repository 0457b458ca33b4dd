/**
 * What to search for, per claim: one neutral query, and one phrased so that a contradiction would surface. A query made
 * of the claim's own values ("founded 1999") finds the passages that agree; leaving the value out and adding the
 * opposite predicate finds those that say 1998, or "dissolved".
 *
 * Terms are surface words plus the dictionary form of irregular ones ("built", "build"). A store that stems finds the
 * regular inflections ("founded", "founding"): SQLite FTS5 needs `tokenize = 'porter unicode61 remove_diacritics 2'`,
 * MongoDB a text index with `default_language: 'english'`. Each term must reach the store as a quoted phrase, for "3.5"
 * is two tokens there.
 */
import type { Mode } from '#contracts/vocabulary.ts';
import { antonymsOf } from '#engine/text/lexicon.ts';
import type { SearchedClaim } from '#engine/types/extraction.ts';
import type { SearchQuery } from '#engine/types/retrieval.ts';
import { type ClaimTerm, claimTerms, type TermKind, translatedTerms } from './claim-terms.ts';

/** More terms cost time in the store and change the top of the list no more. */
const MAX_TERMS = 24;
/** Of other languages: pairs of characters are many, and a stem has its word beside it. All that stores take. */
const MAX_FOREIGN_TERMS = 32;
const MAX_TEXT_LENGTH = 300;

const OPERATORS = new Set(['AND', 'OR', 'NOT', 'ANDNOT', 'NEAR', 'TO']);

const SELECTIVITY: readonly TermKind[] = ['name', 'number', 'noun', 'adjective', 'verb', 'adverb', 'common'];

/**
 * Queries for one claim: `neutral` and `contradiction`, of which mode fast takes the neutral one alone, and a `translation` for
 * each language in which it has search words. A claim that is not
 * checkable, or has no word worth looking for, gets none.
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
  // The opposites of words are known of English alone.
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

/** Subject and predicate without the values and the later names, with opposite predicates and a word of doubt. */
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

/** What search providers may read as an operator stays in lower case. */
function writtenWord({ word, written }: ClaimTerm): string {
  return OPERATORS.has(written) ? word : written;
}

/**
 * Distinct words, most selective first: by kind of word, then names in their order (the subject tends to come first) and
 * other words by length, since short words are common ones.
 */
function searchWords(terms: ClaimTerm[]): string[] {
  const sorted = terms.toSorted(
    (a, b) =>
      SELECTIVITY.indexOf(a.kind) - SELECTIVITY.indexOf(b.kind) ||
      (a.kind === 'name' ? a.nameGroup - b.nameGroup : b.word.length - a.word.length),
  );
  return [...new Set(sorted.flatMap(surfaceForms))].slice(0, MAX_TERMS);
}

/**
 * The terms of another language, as indexes hold them of documents in it, then the words as they stand, which documents in yet
 * another one may have: names and figures before all.
 */
function searchTerms(terms: ClaimTerm[]): string[] {
  const sorted = terms.toSorted((a, b) => SELECTIVITY.indexOf(a.kind) - SELECTIVITY.indexOf(b.kind));
  return [...new Set([...sorted.map(({ stem }) => stem), ...sorted.map(({ word }) => word)])].slice(
    0,
    MAX_FOREIGN_TERMS,
  );
}

/** The forms under which a stemming index may hold the term. */
function surfaceForms(term: ClaimTerm): string[] {
  if (term.kind === 'number' && term.word !== term.stem) return [term.word, term.stem];
  return term.lemmaStem === term.stem ? [term.word] : [term.word, term.lemma];
}

function clip(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  const cut = text.lastIndexOf(' ', MAX_TEXT_LENGTH);
  return text.slice(0, cut > 0 ? cut : MAX_TEXT_LENGTH);
}
