/**
 * The evidence library in SQLite: documents and passages in tables, their words in an FTS5 index. Words are stemmed (Porter)
 * and lose their accents; those of other languages than English stand there as terms too (`indexedTexts`). Instances in
 * several threads may share a file.
 */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { placesAround } from '#common/around-matches.ts';
import { systemClock, timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import {
  type DocumentLanguage,
  type EvidenceLibrary,
  type LibraryDocument,
  type LibraryPassage,
  type LibraryQuery,
  type ListedDocument,
  MOST_COUNTED,
} from '#contracts/ports/evidence-library.ts';
import { indexedTexts, languageOfPassages } from '#engine/retrieval/terms-of-language.ts';
import { bestPassages } from '../../best-passages.ts';
import { searchTerms, tellingTerms } from '../../search-terms.ts';
import type { Remote } from '../../threads/rpc.ts';
import { openDatabase, prepareArrays, transaction } from '../database.ts';
import { GroupCommit } from '../group-commit.ts';
import {
  BY_LANGUAGE,
  emptyWords,
  indexListed,
  listAllToIndex,
  listNoneToIndex,
  listWithoutLanguage,
  TO_INDEX,
} from './index-again.ts';
import { type FoundRow, readFindings, writeFindings } from './library-findings.ts';
import { PassagePlaces } from './passage-places.ts';
import { PhraseIndex } from './phrase-index.ts';
import { beginRevisions, prepareRevisions, REVISION } from './revision.ts';
import { prepareWords, WORDS } from './word-index.ts';

const SCHEMA = `
  CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    publisher TEXT NOT NULL,
    publication_date TEXT,
    licence TEXT,
    content_hash TEXT NOT NULL,
    indexed_at TEXT NOT NULL,
    language TEXT
  ) STRICT;
  ${BY_LANGUAGE}
  CREATE TABLE passages (
    number INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    text TEXT NOT NULL,
    terms TEXT
  ) STRICT;
  CREATE INDEX passages_by_document ON passages (document);
`;

/** Most candidates per query; ranking uses far fewer. */
const MAX_LIMIT = 1_000;
/**
 * Most scores that are summed in memory. Only queries of nothing but common words exceed it; the full-text index ranks
 * these itself, without using memory here.
 */
const MAX_ADDED = 20_000;

export class SqliteEvidenceLibrary implements EvidenceLibrary {
  readonly #database: DatabaseSync;
  readonly #writes: GroupCommit;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #phrases: PhraseIndex;
  readonly #places: PassagePlaces;
  readonly #clock: Clock;

  constructor(options: { path: string; clock?: Clock }) {
    this.#database = openDatabase(options.path, {
      synchronous: 'FULL',
      version: 6,
      schema: `${SCHEMA}${WORDS}${TO_INDEX}${REVISION}`,
      upgrades: { 1: listAllToIndex, 2: listNoneToIndex, 3: emptyWords, 4: listWithoutLanguage, 5: beginRevisions },
    });
    indexListed(this.#database);
    this.#writes = new GroupCommit(this.#database);
    this.#statements = prepareStatements(this.#database);
    this.#phrases = new PhraseIndex(this.#database);
    this.#places = new PassagePlaces(this.#database);
    this.#clock = options.clock ?? systemClock;
  }

  async put(documents: readonly LibraryDocument[]): Promise<number> {
    return this.#changed(() => documents.filter((document) => this.#putOne(document)).length);
  }

  async remove(paths: readonly string[]): Promise<number> {
    return this.#changed(() => paths.filter((path) => this.#removeOne(path)).length);
  }

  async inventory(): Promise<Record<string, string>> {
    const rows = this.#statements.inventory.all() as { path: string; content_hash: string }[];
    return Object.fromEntries(rows.map(({ path, content_hash }) => [path, content_hash]));
  }

  async list({ after, limit }: { after: string; limit: number }): Promise<ListedDocument[]> {
    // Rows have no prototype, which other threads' copies have.
    return this.#statements.list.all(after, limit).map((row) => ({ ...row })) as unknown as ListedDocument[];
  }

  async search(queries: readonly LibraryQuery[]): Promise<LibraryPassage[][]> {
    return readFindings(this.findings(queries));
  }

  /** The results of `search` as text, for `readFindings` in another thread. */
  findings(queries: readonly LibraryQuery[]): string {
    const find = () => {
      if (this.#phrases.refresh()) this.#places.forget();
      const found = queries.map((query) => this.#filled(this.#find(query), query));
      return writeFindings(found, (passage) => this.#row(passage));
    };
    return transaction(this.#database, find, 'BEGIN');
  }

  async languages(): Promise<DocumentLanguage[]> {
    return this.#statements.languages.all(MOST_COUNTED).map((row) => ({ ...row })) as unknown as DocumentLanguage[];
  }

  async hasDocuments(): Promise<boolean> {
    return this.#statements.anyDocument.get() !== undefined;
  }

  async revision(): Promise<string> {
    return (this.#statements.revision.get() as { token: string }).token;
  }

  async close(): Promise<void> {
    this.#writes.close();
    this.#database.close();
  }

  /** Row numbers of passages, best match first. */
  #find({ terms, limit: wanted }: LibraryQuery): number[] {
    const limit = Math.min(wanted, MAX_LIMIT);
    if (limit < 1) return [];
    const phrases = searchTerms(terms);
    const frequencies = phrases.map((phrase) => this.#phrases.frequency(phrase));
    const telling = tellingTerms(phrases, frequencies, limit);
    const scored = telling.reduce((sum, phrase) => sum + this.#phrases.frequency(phrase), 0);
    if (scored > MAX_ADDED) return this.#phrases.best(telling, limit);
    return bestPassages(
      telling.map((phrase) => this.#phrases.scores(phrase)),
      limit,
    );
  }

  /** `matches`, followed by passages around them up to the query's total. */
  #filled(matches: number[], { total = 0 }: LibraryQuery): number[] {
    const wanted = Math.min(total, MAX_LIMIT) - matches.length;
    if (wanted < 1 || matches.length === 0) return matches;
    const around = placesAround(
      matches.map((passage) => this.#places.of(passage)),
      wanted,
    );
    // The passages of a document are numbered consecutively when it is put.
    return [...matches, ...around.map(({ document: first, ordinal }) => first + ordinal)];
  }

  #row(passage: number): FoundRow {
    return this.#statements.passage.get(passage) as unknown as FoundRow;
  }

  async #changed(work: () => number): Promise<number> {
    const changed = await this.#writes.run(() => {
      const documents = work();
      if (documents > 0) this.#statements.setRevision.run(randomUUID());
      return documents;
    });
    if (changed > 0) {
      this.#phrases.forget();
      this.#places.forget();
    }
    return changed;
  }

  /** Returns whether the library changed. */
  #putOne(document: LibraryDocument): boolean {
    const { path, title, publisher, publication_date, licence, content_hash, passages } = document;
    const stored = this.#statements.contentHash.get(path) as { content_hash: string } | undefined;
    if (stored?.content_hash === content_hash) return false;
    this.#removeOne(path);
    const language = languageOfPassages(passages);
    const { lastInsertRowid: number } = this.#statements.insertDocument.run(
      path,
      title,
      publisher,
      publication_date,
      licence,
      content_hash,
      timestamp(this.#clock),
      language,
    );
    const indexed = indexedTexts(passages, language);
    passages.forEach((text, ordinal) => {
      const { lastInsertRowid: passage } = this.#statements.insertPassage.run(number, ordinal, text);
      this.#statements.addWords(passage, text, indexed[ordinal]!);
    });
    return true;
  }

  /** Returns whether the document existed. */
  #removeOne(path: string): boolean {
    const document = this.#statements.deleteDocument.get(path) as { number: number } | undefined;
    if (document === undefined) return false;
    this.#statements.removeWords(document.number);
    this.#statements.deletePassages.run(document.number);
    return true;
  }
}

/** A library that another thread hosts. */
export function remoteEvidenceLibrary(library: Remote<SqliteEvidenceLibrary>): EvidenceLibrary {
  return {
    put: (documents) => library.put(documents),
    remove: (paths) => library.remove(paths),
    inventory: () => library.inventory(),
    list: (options) => library.list(options),
    search: async (queries) => readFindings(await library.findings(queries)),
    languages: () => library.languages(),
    hasDocuments: () => library.hasDocuments(),
    revision: () => library.revision(),
    close: () => library.close(),
  };
}

function prepareStatements(database: DatabaseSync) {
  // The full-text index uses row ids beyond 2⁵³, and every `run` on the connection reports the last one.
  const write = (sql: string) => database.prepare(sql, { readBigInts: true });
  return {
    contentHash: database.prepare('SELECT content_hash FROM documents WHERE path = ?'),
    inventory: database.prepare('SELECT path, content_hash FROM documents'),
    list: database.prepare(`
      SELECT path, title, publisher, publication_date, licence, indexed_at FROM documents
      WHERE path > ? ORDER BY path LIMIT ?`),
    insertDocument: write(`
      INSERT INTO documents (path, title, publisher, publication_date, licence, content_hash, indexed_at, language)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    insertPassage: write('INSERT INTO passages (document, ordinal, text) VALUES (?, ?, ?)'),
    deleteDocument: database.prepare('DELETE FROM documents WHERE path = ? RETURNING number'),
    deletePassages: write('DELETE FROM passages WHERE document = ?'),
    passage: prepareArrays(
      database,
      `SELECT ordinal, text, document, path, title, publisher, publication_date, licence, indexed_at
      FROM passages JOIN documents ON documents.number = passages.document
      WHERE passages.number = ?`,
    ),
    // From one language to the next, by the index.
    languages: database.prepare(`
      WITH RECURSIVE known (language) AS (
        SELECT min(language) FROM documents
        UNION ALL
        SELECT (SELECT min(language) FROM documents WHERE language > known.language) FROM known
        WHERE known.language IS NOT NULL
      )
      SELECT language,
        (SELECT count(*) FROM (SELECT 1 FROM documents WHERE documents.language = known.language LIMIT ?)) AS documents
      FROM known WHERE language IS NOT NULL AND language <> 'und'`),
    anyDocument: database.prepare('SELECT 1 FROM documents LIMIT 1'),
    ...prepareWords(database),
    ...prepareRevisions(database),
  };
}
