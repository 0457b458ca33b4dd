/**
 * Documents whose index is of an earlier version are indexed again, some at a time: each batch is a transaction of its own, so
 * that others may write in between, and a killed start goes on where it was.
 */
import type { DatabaseSync } from 'node:sqlite';
import { indexedTexts, languageOfPassages } from '#engine/retrieval/terms-of-language.ts';
import { transaction } from '../database.ts';
import { prepareWords, WORDS } from './word-index.ts';

/** Documents that are still to be indexed again. */
export const TO_INDEX = 'CREATE TABLE to_index (document INTEGER PRIMARY KEY) STRICT;';

export const BY_LANGUAGE = 'CREATE INDEX documents_by_language ON documents (language);';

/** Passages after which a batch ends with its document. */
const BATCH = 500;

/** Before version 2, the index of documents in other languages than English had their words alone. */
export function listAllToIndex(database: DatabaseSync): void {
  database.exec(`${TO_INDEX} INSERT INTO to_index SELECT number FROM documents`);
}

/** Version 2 has indexed all of them. */
export function listNoneToIndex(database: DatabaseSync): void {
  database.exec(TO_INDEX.replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'));
}

/** Before version 4, the index counted passages that had been removed. All of it is made again. */
export function emptyWords(database: DatabaseSync): void {
  database.exec(`
    DROP TABLE words; ${WORDS} ALTER TABLE passages ADD COLUMN terms TEXT;
    INSERT OR IGNORE INTO to_index SELECT number FROM documents;`);
}

/** Before version 5, the languages of documents were not known. */
export function listWithoutLanguage(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE documents ADD COLUMN language TEXT; ${BY_LANGUAGE}
    INSERT OR IGNORE INTO to_index SELECT number FROM documents;`);
}

/** Indexes what is listed and not in the index, and notes the languages of the documents. Several processes may do so at once. */
export function indexListed(database: DatabaseSync): void {
  const next = database.prepare('SELECT document FROM to_index ORDER BY document LIMIT 1');
  const done = database.prepare('DELETE FROM to_index WHERE document = ?');
  const passagesOf = database.prepare('SELECT number, text FROM passages WHERE document = ? ORDER BY ordinal');
  const setLanguage = database.prepare('UPDATE documents SET language = ? WHERE number = ?');
  const { addWords, hasWords } = prepareWords(database);
  const indexNext = (): number | null => {
    const listed = next.get() as { document: number } | undefined;
    if (listed === undefined) return null;
    const passages = passagesOf.all(listed.document) as { number: number; text: string }[];
    const texts = passages.map(({ text }) => text);
    const language = languageOfPassages(texts);
    setLanguage.run(language, listed.document);
    if (passages.some(({ number }) => !hasWords(number))) {
      const indexed = indexedTexts(texts, language);
      for (const [at, { number, text }] of passages.entries()) addWords(number, text, indexed[at]!);
    }
    done.run(listed.document);
    return passages.length;
  };
  const indexBatch = (): boolean => {
    for (let passages = 0; passages < BATCH; ) {
      const indexed = indexNext();
      if (indexed === null) return false;
      passages += Math.max(1, indexed);
    }
    return true;
  };
  // A library that is up to date is opened without a lock.
  while (next.get() !== undefined && transaction(database, indexBatch));
}
