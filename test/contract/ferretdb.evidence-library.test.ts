import { evidenceLibraryContract } from './evidence-library.ts';
import { onFerretDb } from './mongodb-stores.ts';

const WHY = 'FerretDB has no text index';
const SEARCHING = [
  'an empty library finds nothing',
  'a passage is returned verbatim with ordinal and document, also after a restart',
  'any query word matches, regardless of inflection, case and accents',
  'a claim in Japanese finds an English document by search words',
  'a document in another language is found by the terms of its language',
  'passages with more and rarer query words rank higher',
  'each query has its own limit and returns the same result every time',
  'a term in few passages counts more than one in all passages',
  'a query with a higher total also gets the passages around its matches, once each',
  'a new passage is found at once, also by a query that found nothing before',
  'a changed document replaces the old one; an unchanged one is not counted',
  'a removed document is not found, and can be added again',
  'no term makes a search fail or hides the results of other terms',
];
const skipped = Object.fromEntries(SEARCHING.map((name) => [name, WHY]));

await onFerretDb('library', (makePlace) => evidenceLibraryContract('FerretDB', makePlace, skipped));
