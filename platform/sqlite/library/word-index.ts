/**
 * The full-text index of the passages' words. It keeps no text itself; to take a passage out it is told what it was given. An
 * index that needs no telling ('contentless_delete') goes on counting passages that are gone, and scores by those counts: what
 * a search finds would depend on what the library once held.
 */
import type { DatabaseSync } from 'node:sqlite';

export const WORDS = `
  CREATE VIRTUAL TABLE words USING fts5 (text, content = '', tokenize = 'porter unicode61 remove_diacritics 2');
`;

/** What changes the index; each within the caller's transaction. */
export function prepareWords(database: DatabaseSync) {
  // The full-text index uses row ids beyond 2⁵³, and every `run` on the connection reports the last one.
  const write = (sql: string) => database.prepare(sql, { readBigInts: true });
  const insert = write('INSERT INTO words (rowid, text) VALUES (?, ?)');
  const keepTerms = write('UPDATE passages SET terms = ? WHERE number = ?');
  const remove = write(`
    INSERT INTO words (words, rowid, text) SELECT 'delete', number, coalesce(terms, text) FROM passages WHERE document = ?`);
  const word = database.prepare('SELECT 1 FROM words WHERE rowid = ?');
  return {
    /** Whether the passage is in the index. */
    hasWords(passage: number): boolean {
      return word.get(passage) !== undefined;
    },
    /** Adds the passage as `indexed`; keeps that beside its text where the two differ. */
    addWords(passage: number | bigint, text: string, indexed: string): void {
      if (indexed !== text) keepTerms.run(indexed, passage);
      insert.run(passage, indexed);
    },
    /** Takes all passages of the document out. Call before they are deleted. */
    removeWords(document: number): void {
      remove.run(document);
    },
  };
}
