/**
 * The words of a query for databases whose default is to match all words, with which a claim of ten words would find
 * nothing. The words are joined with OR, and the database ranks first what has most of them.
 */

/** More words do not change the best results, and make the search slow. */
const MAX_WORDS = 16;
const MAX_QUERY_LENGTH = 1_000;
const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,'’-][\p{L}\p{M}\p{N}]+)*/gu;
/** What the search languages of our sources read as operators, in capitals. */
const OPERATOR = /^(?:AND|OR|NOT|ANDNOT|NEAR|TO)$/;

/** Words without operators and punctuation, each once, in their order. */
export function queryWords(text: string): string[] {
  const words = text.slice(0, MAX_QUERY_LENGTH).toWellFormed().match(WORD) ?? [];
  const harmless = words.map((word) => (OPERATOR.test(word) ? word.toLowerCase() : word));
  return [...new Set(harmless)].slice(0, MAX_WORDS);
}

/**
 * An expression that any of the words fulfils, with `or` between them and `field` before each. Words with punctuation
 * inside are quoted.
 */
export function anyOf(words: readonly string[], { or = 'OR', field = '' } = {}): string {
  return words.map((word) => `${field}${/^[\p{L}\p{M}\p{N}]+$/u.test(word) ? word : `"${word}"`}`).join(` ${or} `);
}
