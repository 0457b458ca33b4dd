/**
 * Reads pages of events from the SQLite log, inside the store thread. Pages are bounded, so writers never wait long.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { prepareArrays } from '../database.ts';
import type { NameTable } from './name-table.ts';

/** An event as the thread sends it: data and metadata are still JSON text, times are Unix milliseconds. */
export type StoredRow = readonly [
  position: number,
  stream: string,
  revision: number,
  type: string,
  recordedAt: number,
  id: string,
  metadata: string,
  data: string,
];

export interface StreamPage {
  rows: StoredRow[];
  /** False when the stream has no more events in this direction. */
  more: boolean;
}

export interface LogPage {
  rows: StoredRow[];
  /** The log was searched up to here. */
  position: number;
  at_end: boolean;
}

export type Direction = 'forwards' | 'backwards';

/** Most events in one page, whatever limit the caller gives. */
const MAX_PAGE_ROWS = 1_000;
/** A page ends with the event that exceeds this size. */
const MAX_PAGE_CHARACTERS = 1_000_000;

const COLUMNS = 'e.position, s.name, e.revision, e.type, e.recorded_at, e.id, e.metadata, e.data';
const FROM = 'FROM events e JOIN streams s ON s.id = e.stream';

export class EventReader {
  readonly #database: DatabaseSync;
  readonly #types: NameTable;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** Merge statements by number of types. */
  readonly #merges = new Map<number, StatementSync>();

  constructor(database: DatabaseSync, types: NameTable) {
    this.#database = database;
    this.#types = types;
    this.#statements = prepareStatements(database);
  }

  /**
   * Events of a stream from revision `from` (inclusive); null starts at its beginning, or at its end when reading
   * backwards.
   */
  readStream(stream: string, from: number | null, limit: number, direction: Direction): StreamPage {
    const statement = direction === 'forwards' ? this.#statements.forwards : this.#statements.backwards;
    const start = from ?? (direction === 'forwards' ? 0 : Number.MAX_SAFE_INTEGER);
    const wanted = Math.min(limit, MAX_PAGE_ROWS);
    return this.#take(statement.iterate(stream, start, wanted + 1), wanted);
  }

  /** Events after position `after`; only of the given types unless `types` is null. */
  readAll(after: number, limit: number, types: readonly string[] | null): LogPage {
    const wanted = Math.min(limit, MAX_PAGE_ROWS);
    const found =
      types === null ? this.#statements.all.iterate(after, wanted + 1) : this.#ofTypes(after, wanted + 1, types);
    const { rows, more } = this.#take(found, wanted);
    const last = rows.at(-1)?.[0] ?? after;
    return { rows, position: more ? last : Math.max(last, this.#head()), at_end: !more };
  }

  /**
   * The index on types yields each type in order, and the compound query merges them lazily. So the cost of a page
   * depends on its own size, not on how rare or common the types are.
   */
  #ofTypes(after: number, limit: number, types: readonly string[]): Iterable<unknown> {
    const ids = [...new Set(types)].map((type) => this.#types.find(type)).filter((id) => id !== undefined);
    if (ids.length === 0) return [];
    return this.#merge(ids.length).iterate(...ids.flatMap((id) => [id, after]), limit);
  }

  #merge(types: number): StatementSync {
    let statement = this.#merges.get(types);
    if (statement === undefined) {
      const each = new Array(types).fill('SELECT position FROM events WHERE type = ? AND position > ?');
      const matches = `${each.join(' UNION ALL ')} ORDER BY position LIMIT ?`;
      statement = prepareArrays(
        this.#database,
        `SELECT ${COLUMNS} FROM (${matches}) p CROSS JOIN events e ON e.position = p.position
         JOIN streams s ON s.id = e.stream ORDER BY p.position`,
      );
      this.#merges.set(types, statement);
    }
    return statement;
  }

  #take(found: Iterable<unknown>, limit: number): StreamPage {
    const rows: StoredRow[] = [];
    let characters = 0;
    for (const raw of found) {
      if (rows.length === limit || characters > MAX_PAGE_CHARACTERS) return { rows, more: true };
      const row = raw as unknown[];
      row[3] = this.#types.name(row[3] as number);
      const stored = row as unknown as StoredRow;
      characters += stored[6].length + stored[7].length;
      rows.push(stored);
    }
    return { rows, more: false };
  }

  #head(): number {
    const [head] = this.#statements.head.get() as unknown as [number | null];
    return head ?? 0;
  }
}

function prepareStatements(database: DatabaseSync) {
  const ofStream = `SELECT ${COLUMNS} ${FROM} WHERE e.stream = (SELECT id FROM streams WHERE name = ?)`;
  return {
    forwards: prepareArrays(database, `${ofStream} AND e.revision >= ? ORDER BY e.revision LIMIT ?`),
    backwards: prepareArrays(database, `${ofStream} AND e.revision <= ? ORDER BY e.revision DESC LIMIT ?`),
    all: prepareArrays(database, `SELECT ${COLUMNS} ${FROM} WHERE e.position > ? ORDER BY e.position LIMIT ?`),
    head: prepareArrays(database, 'SELECT max(position) FROM events'),
  };
}
