/** Pages of the operator's library by path, and a search in it for people. */
import { z } from 'zod';
import { ApiError } from '#contracts/errors.ts';
import type { EvidenceLibrary, LibraryPassage, ListedDocument } from '#contracts/ports/evidence-library.ts';
import { valueError } from '#http/validation.ts';
import { entriesOf, type Page, type PageOptions } from './page.ts';

const MOST_PATH_CHARACTERS = 4_096;
const MOST_WORDS = 16;
const MOST_FOUND = 20;
const Place = z.string().min(1).max(MOST_PATH_CHARACTERS);

/** The cursor is the last path of the page before. Throws ApiError validation_error. */
export async function libraryPage(
  library: Pick<EvidenceLibrary, 'list'>,
  options: PageOptions,
): Promise<Page<ListedDocument>> {
  const limit = entriesOf(options);
  const after = options.after ?? '';
  if (after !== '' && !Place.safeParse(after).success) {
    throw new ApiError('validation_error', { detail: [valueError(['query', 'after'], 'not a path', after)] });
  }
  const found = await library.list({ after, limit: limit + 1 });
  const data = found.slice(0, limit);
  return { data, next: found.length > limit ? data.at(-1)!.path : null };
}

/** Passages that have any of the words, best first. */
export async function librarySearch(
  library: Pick<EvidenceLibrary, 'search'>,
  words: string,
): Promise<LibraryPassage[]> {
  const terms = [...words.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word).slice(0, MOST_WORDS);
  if (terms.length === 0) return [];
  const [found = []] = await library.search([{ terms, limit: MOST_FOUND }]);
  return found;
}
