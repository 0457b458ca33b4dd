/** Reads a log's file that no service has open, such as that of a backup, without writing to it. */
import type {
  EventFilter,
  EventStore,
  Position,
  ReadAllPage,
  ReadStreamOptions,
  RecordedEvent,
} from '#contracts/ports/event-store.ts';
import { openConnection } from '../database.ts';
import { EventReader } from './event-reader.ts';
import { NameTable } from './name-table.ts';
import { fromPosition, toPosition } from './position.ts';
import { toEvent } from './stored-row.ts';

export class LogFile implements Pick<EventStore, 'readStream' | 'readAll'> {
  readonly #database: ReturnType<typeof openConnection>;
  readonly #reader: EventReader;

  /** The file must exist. */
  constructor(path: string) {
    this.#database = openConnection(path, { readOnly: true });
    this.#reader = new EventReader(this.#database, new NameTable(this.#database, 'types'));
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<RecordedEvent[]> {
    const { limit = Number.POSITIVE_INFINITY, direction = 'forwards' } = options;
    const events: RecordedEvent[] = [];
    for (let from = options.from ?? null; events.length < limit; ) {
      const { rows, more } = this.#reader.readStream(stream, from, limit - events.length, direction);
      events.push(...rows.map(toEvent));
      const last = rows.at(-1);
      if (!more || last === undefined) break;
      from = last[2] + (direction === 'forwards' ? 1 : -1);
    }
    return events;
  }

  async readAll(options: { after: Position; limit: number; filter?: EventFilter }): Promise<ReadAllPage> {
    const page = this.#reader.readAll(fromPosition(options.after), options.limit, options.filter?.types ?? null);
    return { events: page.rows.map(toEvent), position: toPosition(page.position), at_end: page.at_end };
  }

  /** Names of streams that begin so, oldest first. */
  streams(prefix: string): string[] {
    const statement = this.#database.prepare('SELECT name FROM streams WHERE substr(name, 1, ?) = ? ORDER BY id');
    return statement.all(prefix.length, prefix).map(({ name }) => String(name));
  }

  count(): number {
    return Number(this.#database.prepare('SELECT count(*) AS n FROM events').get()!.n);
  }

  close(): void {
    this.#database.close();
  }
}
