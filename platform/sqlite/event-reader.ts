/** Pages of events out of the SQLite log. Runs inside the store thread; a page is bounded, so writers never wait long. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { NameTable } from './name-table.ts';

/** An event as it leaves the thread: data and metadata still JSON text, times in Unix milliseconds. */
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
  /** False when the stream has nothing more in this direction. */
  more: boolean;
}

export interface LogPage {
  rows: StoredRow[];
  /** Up to where the log was searched. */
  position: number;
  at_end: boolean;
}

export type Direction = 'forwards' | 'backwards';

/** Events in one page at most, whatever the caller would take. */
const MAX_PAGE_ROWS = 1_000;
/** A page ends with the event that passes this. */
const MAX_PAGE_CHARACTERS = 4_000_000;

const COLUMNS = 'e.position, s.name, e.revision, e.type, e.recorded_at, e.id, e.metadata, e.data';
const FROM = 'FROM events e JOIN streams s ON s.id = e.stream';

export class EventReader {
  readonly #types: NameTable;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync, types: NameTable) {
    this.#types = types;
    this.#statements = prepareStatements(database);
  }

  /** Events of a stream from revision `from` on (inclusive); `null`: from its beginning, or its end when backwards. */
  readStream(stream: string, from: number | null, limit: number, direction: Direction): StreamPage {
    const statement = direction === 'forwards' ? this.#statements.forwards : this.#statements.backwards;
    const start = from ?? (direction === 'forwards' ? 0 : Number.MAX_SAFE_INTEGER);
    const wanted = Math.min(limit, MAX_PAGE_ROWS);
    const rows = this.#take(statement.iterate(stream, start, wanted + 1), wanted);
    return { rows: rows.taken, more: rows.more };
  }

  /** Events after position `after`, of the named types only unless `types` is null. */
  readAll(after: number, limit: number, types: readonly string[] | null): LogPage {
    const wanted = Math.min(limit, MAX_PAGE_ROWS);
    const rows =
      types === null
        ? this.#take(this.#statements.all.iterate(after, wanted + 1), wanted)
        : this.#take(this.#rowsAt(this.#matches(after, wanted + 1, types)), wanted);
    const last = rows.taken.at(-1)?.[0] ?? after;
    if (rows.more) return { rows: rows.taken, position: last, at_end: false };
    return { rows: rows.taken, position: Math.max(last, this.#head()), at_end: true };
  }

  /** Positions of the first events of these types, in order. Each type's own order comes straight from the index. */
  #matches(after: number, limit: number, types: readonly string[]): number[] {
    const positions: number[] = [];
    for (const type of new Set(types)) {
      const id = this.#types.find(type);
      if (id === undefined) continue;
      const found = this.#statements.ofType.all(id, after, limit) as unknown as [number][];
      for (const [position] of found) positions.push(position);
    }
    return positions.sort((a, b) => a - b).slice(0, limit);
  }

  *#rowsAt(positions: readonly number[]): Iterable<unknown> {
    for (const position of positions) yield this.#statements.at.get(position);
  }

  #take(rows: Iterable<unknown>, limit: number): { taken: StoredRow[]; more: boolean } {
    const taken: StoredRow[] = [];
    let characters = 0;
    for (const raw of rows) {
      if (taken.length === limit || characters > MAX_PAGE_CHARACTERS) return { taken, more: true };
      const row = raw as unknown[];
      row[3] = this.#types.name(row[3] as number);
      const stored = row as unknown as StoredRow;
      characters += stored[6].length + stored[7].length;
      taken.push(stored);
    }
    return { taken, more: false };
  }

  #head(): number {
    const [head] = this.#statements.head.get() as unknown as [number | null];
    return head ?? 0;
  }
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const ofStream = `SELECT ${COLUMNS} ${FROM} WHERE e.stream = (SELECT id FROM streams WHERE name = ?)`;
  return {
    forwards: prepare(`${ofStream} AND e.revision >= ? ORDER BY e.revision LIMIT ?`),
    backwards: prepare(`${ofStream} AND e.revision <= ? ORDER BY e.revision DESC LIMIT ?`),
    all: prepare(`SELECT ${COLUMNS} ${FROM} WHERE e.position > ? ORDER BY e.position LIMIT ?`),
    ofType: prepare('SELECT position FROM events WHERE type = ? AND position > ? ORDER BY position LIMIT ?'),
    at: prepare(`SELECT ${COLUMNS} ${FROM} WHERE e.position = ?`),
    head: prepare('SELECT max(position) FROM events'),
  };
}
