import { evidenceLibraryContract } from './evidence-library.ts';
import { onFerretDb } from './mongodb-stores.ts';

const WHY = 'FerretDB has no text index';
const SEARCHING = [
  'an empty library finds nothing',
  'a passage comes back literally, with its place and its document, after a restart too',
  'any of the words may match; forms of a word, its case and its accents do not matter',
  'the passage with more of the words, and rarer ones, comes first',
  'queries are answered one by one, each with its own limit, and the same way every time',
  'what few passages have counts for more than what all have',
  'a word is found as soon as a passage has it, also where it was searched for in vain',
  'a changed document replaces the old one; an unchanged one counts for nothing',
  'a removed document is found no more, and can come back',
  'no term makes a search fail, nor does it hide what another term finds',
];
const skipped = Object.fromEntries(SEARCHING.map((name) => [name, WHY]));

await onFerretDb('library', (makePlace) => evidenceLibraryContract('FerretDB', makePlace, skipped));
