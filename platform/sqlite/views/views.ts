/**
 * Read models in SQLite: one table of JSON documents per generation of a view. Documents and checkpoint are written in
 * one transaction. Several instances, in several threads, may use one file. Documents are passed as JSON text, see
 * read-store.ts.
 *
 * NORMAL durability: a power cut may lose the last transactions with their checkpoints, and the projectors repeat them.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type Position, START } from '#contracts/ports/event-store.ts';
import { type FindOptions, ReadStoreError, type View, type ViewGeneration } from '#contracts/ports/read-store.ts';
import { openDatabase, transaction } from '../database.ts';
import { StatementCache } from './statement-cache.ts';
import { createTable, searches, tableName, upsert } from './view-table.ts';

/** Generation numbers are never reused, so that a writer whose generation was dropped cannot write to another one. */
const SCHEMA = `
  CREATE TABLE generations (
    generation INTEGER PRIMARY KEY AUTOINCREMENT,
    view TEXT NOT NULL,
    version INTEGER NOT NULL,
    live INTEGER NOT NULL,
    position TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_live_generation ON generations (view, version) WHERE live = 1;
`;

/**
 * Claim ids are random, so a rebuild writes all over the file. This cache makes it an eighth faster than the default.
 */
const CACHE_KIB = 8 * 1024;
const WAL_AUTOCHECKPOINT = 4_000;

/** A document as stored: JSON text. */
export interface StoredText {
  id: string;
  position: Position;
  document: string;
}

/** The port's DocumentWrite, with the document as JSON text. */
export interface TextWrite {
  id: string;
  position: Position;
  document: string | null;
}

export interface ViewsOptions {
  path: string;
  /** Size of the page cache in KiB; looking up single documents needs little. */
  cacheKib?: number;
}

/** The read store port, with documents as text. */
export class SqliteViews {
  readonly #database: DatabaseSync;
  readonly #statements: StatementCache;
  /** Live generations whose table and indexes are up to date. */
  readonly #prepared = new Set<number>();

  constructor(options: ViewsOptions) {
    this.#database = openDatabase(options.path, {
      synchronous: 'NORMAL',
      version: 1,
      schema: SCHEMA,
      walAutocheckpoint: WAL_AUTOCHECKPOINT,
    });
    this.#database.exec(`PRAGMA cache_size = -${options.cacheKib ?? CACHE_KIB}`);
    this.#statements = new StatementCache(this.#database);
  }

  live(view: View): ViewGeneration {
    const known = this.#liveGeneration(view);
    if (known !== null && this.#prepared.has(known)) return { view, generation: known };
    const generation = transaction(this.#database, () => this.#prepareLive(view));
    this.#prepared.add(generation);
    return { view, generation };
  }

  createGeneration(view: View): ViewGeneration {
    const generation = transaction(this.#database, () => {
      this.#dropWhere(view, 'version = ? AND live = 0', view.version);
      const made = this.#insertGeneration(view, false);
      this.#database.exec(createTable(tableName(view, made), view));
      return made;
    });
    return { view, generation };
  }

  activate({ view, generation }: ViewGeneration): void {
    transaction(this.#database, () => {
      this.#position(generation);
      const former = this.#liveGeneration(view);
      if (former !== null && former !== generation) this.#dropWhere(view, 'generation = ?', former);
      this.#statements.prepare('UPDATE generations SET live = 1 WHERE generation = ?').run(generation);
    });
  }

  drop({ view, generation }: ViewGeneration): void {
    transaction(this.#database, () => this.#dropWhere(view, 'generation = ?', generation));
  }

  apply({ view, generation }: ViewGeneration, writes: readonly TextWrite[], checkpoint: Position): void {
    const table = tableName(view, generation);
    transaction(this.#database, () => {
      const before = this.#position(generation);
      const put = this.#statements.prepare(upsert(table));
      const remove = this.#statements.prepare(`DELETE FROM ${table} WHERE id = ? AND position < ?`);
      for (const { id, position, document } of writes) {
        // The checkpoint covers this write, which could bring back a document deleted since.
        if (position <= before) continue;
        if (document === null) remove.run(id, position);
        else put.run(id, position, document);
      }
      if (checkpoint > before) {
        this.#statements
          .prepare('UPDATE generations SET position = ? WHERE generation = ?')
          .run(checkpoint, generation);
      }
    });
  }

  checkpoint({ generation }: ViewGeneration): Position {
    return this.#position(generation);
  }

  get(view: View, id: string): StoredText | null {
    return this.#reading(() => {
      const live = this.#liveGeneration(view);
      if (live === null) return null;
      const sql = `SELECT id, position, document FROM ${tableName(view, live)} WHERE id = ?`;
      const row = this.#statements.prepare(sql).get(id) as StoredText | undefined;
      return row === undefined ? null : plain(row);
    });
  }

  find(view: View, options: FindOptions): StoredText[] {
    return this.#reading(() => {
      const live = this.#liveGeneration(view);
      if (live === null) return [];
      const found: StoredText[] = [];
      for (const { sql, parameters } of searches(tableName(view, live), options)) {
        const left = options.limit - found.length;
        if (left <= 0) break;
        found.push(...(this.#statements.prepare(sql).all(...parameters, left) as unknown as StoredText[]));
      }
      return found.map(plain);
    });
  }

  load({ view, generation }: ViewGeneration, ids: readonly string[]): StoredText[] {
    return this.#reading(() => {
      this.#position(generation);
      const sql = `SELECT id, position, document FROM ${tableName(view, generation)} WHERE id = ?`;
      const statement = this.#statements.prepare(sql);
      return [...new Set(ids)].flatMap((id) => {
        const row = statement.get(id) as StoredText | undefined;
        return row === undefined ? [] : [plain(row)];
      });
    });
  }

  scan({ view, generation }: ViewGeneration, { after, limit }: { after: string; limit: number }): StoredText[] {
    return this.#reading(() => {
      this.#position(generation);
      const sql = `
        SELECT id, position, document FROM ${tableName(view, generation)} WHERE id > ? ORDER BY id LIMIT ?`;
      return (this.#statements.prepare(sql).all(after, limit) as unknown as StoredText[]).map(plain);
    });
  }

  close(): void {
    this.#database.close();
  }

  /** Reads one state of the file, as another instance may replace the live generation between two statements. */
  #reading<T>(work: () => T): T {
    this.#database.exec('BEGIN');
    try {
      return work();
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  /** Creates what the live generation lacks: itself, its table, or an index added to the view later. */
  #prepareLive(view: View): number {
    let live = this.#liveGeneration(view);
    if (live === null) {
      // Only one version of the code uses the file; generations of another version are useless and can be rebuilt.
      this.#dropWhere(view, 'version <> ?', view.version);
      live = this.#insertGeneration(view, true);
    }
    this.#database.exec(createTable(tableName(view, live), view));
    return live;
  }

  #liveGeneration(view: View): number | null {
    const row = this.#statements
      .prepare('SELECT generation FROM generations WHERE view = ? AND version = ? AND live = 1')
      .get(view.name, view.version) as { generation: number } | undefined;
    return row?.generation ?? null;
  }

  #insertGeneration(view: View, live: boolean): number {
    const { lastInsertRowid } = this.#statements
      .prepare('INSERT INTO generations (view, version, live, position) VALUES (?, ?, ?, ?)')
      .run(view.name, view.version, Number(live), START);
    return Number(lastInsertRowid);
  }

  /** The checkpoint of a generation. Throws ReadStoreError `generation_dropped`. */
  #position(generation: number): Position {
    const row = this.#statements.prepare('SELECT position FROM generations WHERE generation = ?').get(generation) as
      | { position: Position }
      | undefined;
    if (row === undefined) throw new ReadStoreError('generation_dropped', `generation ${generation} was dropped`);
    return row.position;
  }

  #dropWhere(view: View, condition: string, parameter: number): void {
    const rows = this.#statements
      .prepare(`DELETE FROM generations WHERE view = ? AND ${condition} RETURNING generation, version`)
      .all(view.name, parameter) as { generation: number; version: number }[];
    for (const { generation, version } of rows) {
      this.#database.exec(`DROP TABLE ${tableName({ ...view, version }, generation)}`);
    }
  }
}

/** Rows have no prototype, and such objects do not survive the transfer to another thread. */
function plain({ id, position, document }: StoredText): StoredText {
  return { id, position, document };
}
