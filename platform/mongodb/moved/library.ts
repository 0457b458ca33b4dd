/** The documents of the library in MongoDB, for a move to or from another shape. */
import type { Collection, Db } from 'mongodb';
import type { LibraryRow, MovedTable } from '#contracts/ports/moved-table.ts';
import { MongoEvidenceLibrary } from '../library/evidence-library.ts';
import type { DocumentHead, StoredPassage } from '../library/library-documents.ts';

export async function movedLibrary(database: Db): Promise<MovedTable<LibraryRow>> {
  let indexedAt = Date.now();
  // The time at which a document was indexed stays what it was.
  const library = new MongoEvidenceLibrary(database, { now: () => indexedAt });
  await library.prepare();
  const documents: Collection<DocumentHead> = database.collection('library_documents');
  const passages: Collection<StoredPassage> = database.collection('library_passages');
  return {
    async *rows() {
      for await (const head of documents.find({})) {
        const { _id: id, title, publisher, publication_date, licence, content_hash, indexed_at, edition } = head;
        const found = await passages.find({ edition }, { sort: { ordinal: 1 } }).toArray();
        const texts = found.map(({ text }) => text);
        yield { id, title, publisher, publication_date, licence, content_hash, indexed_at, passages: texts };
      }
    },
    async put(rows) {
      for (const { id: path, indexed_at, ...document } of rows) {
        indexedAt = Date.parse(indexed_at);
        await library.put([{ path, ...document }]);
      }
    },
  };
}
