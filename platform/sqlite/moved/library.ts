/** The documents of the library's file, for a move to or from another shape. No service has the file open. */
import type { LibraryRow, MovedTable } from '#contracts/ports/moved-table.ts';
import { openConnection } from '../database.ts';
import { SqliteEvidenceLibrary } from '../library/evidence-library.ts';

/** Call `close` at the end. Makes the file if there is none. */
export function movedLibrary(path: string): MovedTable<LibraryRow> & { close(): Promise<void> } {
  let indexedAt = 0;
  // The time at which a document was indexed stays what it was.
  const library = new SqliteEvidenceLibrary({ path, clock: { now: () => indexedAt } });
  const database = openConnection(path, { readOnly: true });
  return {
    async *rows() {
      const documents = database.prepare(`
        SELECT number, path AS id, title, publisher, publication_date, licence, content_hash, indexed_at FROM documents`);
      const passages = database.prepare('SELECT text FROM passages WHERE document = ? ORDER BY ordinal');
      for (const document of documents.iterate() as Iterable<LibraryRow & { number: number }>) {
        const { number, ...row } = document;
        yield { ...row, passages: passages.all(number).map(({ text }) => String(text)) };
      }
    },
    async put(rows) {
      for (const { id: documentPath, indexed_at, ...document } of rows) {
        indexedAt = Date.parse(indexed_at);
        await library.put([{ path: documentPath, ...document }]);
      }
    },
    async close() {
      database.close();
      await library.close();
    },
  };
}
