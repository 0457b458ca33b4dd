/**
 * Brings a library of before up to date: passages of documents in other languages than English had no terms to be found by, and
 * the languages of documents were not known.
 */
import { languageOfPassages, termsOfPassages } from '#engine/retrieval/terms-of-language.ts';
import type { LibraryCollections } from './library-documents.ts';

/** The server has no such collection, or no such index any more. */
const NO_COLLECTION = 26;
const NO_INDEX = 27;

const codeOf = (error: unknown) => (error as { code?: number }).code;

/**
 * Adds the terms, then drops the text index that lacks them, so that what a killed process has left is done again. Several
 * processes may do it at once. `changing` announces it to them. Until the new index is made, searches fail, and their stage is tried again.
 */
export async function addTerms(
  documents: LibraryCollections['documents'],
  passages: LibraryCollections['passages'],
  changing: (add: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const indexes = await passages.indexes().catch((error) => {
    if (codeOf(error) === NO_COLLECTION) return [];
    throw error;
  });
  const former = indexes.find(({ weights }) => weights !== undefined && !('terms' in weights));
  if (former === undefined) return;
  await changing(async () => {
    for await (const { edition } of documents.find({}, { projection: { edition: 1 } })) {
      const own = await passages.find({ edition }, { projection: { text: 1 }, sort: { ordinal: 1 } }).toArray();
      const terms = termsOfPassages(own.map(({ text }) => text));
      if (terms === null) continue;
      await passages.bulkWrite(
        own.map(({ _id }, at) => ({ updateOne: { filter: { _id }, update: { $set: { terms: terms[at]! } } } })),
      );
    }
    await passages.dropIndex(former.name!).catch((error) => {
      if (codeOf(error) !== NO_INDEX) throw error;
    });
  });
}

/** Notes the languages of documents that have none. Several processes may do it at once. */
export async function addLanguages(
  documents: LibraryCollections['documents'],
  passages: LibraryCollections['passages'],
): Promise<void> {
  const options = { projection: { edition: 1 as const } };
  for await (const { _id, edition } of documents.find({ language: { $exists: false } }, options)) {
    const own = await passages.find({ edition }, { projection: { text: 1 }, sort: { ordinal: 1 } }).toArray();
    const language = languageOfPassages(own.map(({ text }) => text));
    await documents.updateOne({ _id, edition }, { $set: { language } });
  }
}
