/**
 * The double's log: everything is in memory and in a file, with one line per append. A line is flushed to disk before
 * its append is acknowledged or readable. A line that a kill truncated is dropped at the next start. Appends that
 * arrive while others wait share one flush.
 */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Buffer;
  metadata: Buffer;
}

export interface LoggedEvent extends ProposedEvent {
  stream: string;
  revision: number;
  /** Commit and prepare position, which are always the same. */
  position: number;
  /** Unix milliseconds. */
  created: number;
}

export type Expected = number | 'no_stream' | 'any' | 'stream_exists';

export type Outcome =
  | { kind: 'written'; revision: number; position: number | null }
  | { kind: 'wrong_revision'; current: number | null }
  | { kind: 'too_large' };

type Line = { s: string; t: number; e: [id: string, type: string, contentType: string, data: string, meta: string][] };
type Waiting = { stream: string; expected: Expected; events: ProposedEvent[]; answer: (outcome: Outcome) => void };

/** Limit on the total size of an append, as on a server. */
export const MAX_APPEND_BYTES = 1_048_576;
/** Overhead of a record besides its contents; positions are offsets in a file of records. */
const RECORD_BYTES = 117;
const FIRST_POSITION = 300;

export class EventLog {
  /** In the order of `$all`; durable events only. */
  readonly events: LoggedEvent[] = [];
  readonly #streams = new Map<string, LoggedEvent[]>();
  /** Events appended since the start, to recognize repetitions with revision `any`; a restart forgets them. */
  readonly #recent = new Set<string>();
  readonly #file: number;
  readonly #onAppended: () => void;
  #waiting: Waiting[] = [];
  #offset = FIRST_POSITION;
  #closed = false;

  constructor(path: string, onAppended: () => void) {
    this.#onAppended = onAppended;
    this.#file = openSync(path, 'a+');
    const whole = this.#load(readFileSync(path));
    ftruncateSync(this.#file, whole);
    if (this.events.length === 0) this.#writeSystemEvent();
  }

  /** Resolves when the append is durable, or is refused. */
  append(stream: string, expected: Expected, events: ProposedEvent[]): Promise<Outcome> {
    return new Promise((answer) => {
      this.#waiting.push({ stream, expected, events, answer });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  stream(name: string): readonly LoggedEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** Index in `events` of the event at a position; -1 if no event begins there. */
  indexOf(position: number): number {
    let [low, high] = [0, this.events.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle]!.position < position) low = middle + 1;
      else high = middle;
    }
    return this.events[low]?.position === position ? low : -1;
  }

  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }

  #flush(): void {
    // As after a kill: waiting appends get no answer.
    if (this.#closed) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    const written: LoggedEvent[] = [];
    const outcomes = waiting.map((append) => this.#decide(append, written));
    if (written.length > 0) {
      fdatasyncSync(this.#file);
      this.events.push(...written);
      this.#onAppended();
    }
    for (const [n, { answer }] of waiting.entries()) answer(outcomes[n]!);
  }

  #decide({ stream, expected, events }: Waiting, written: LoggedEvent[]): Outcome {
    const own = this.stream(stream);
    const current = own.length - 1;
    const size = events.reduce((sum, { type, data, metadata }) => sum + type.length + data.length + metadata.length, 0);
    if (size > MAX_APPEND_BYTES) return { kind: 'too_large' };
    if (events.length === 0) return { kind: 'written', revision: current, position: own.at(-1)?.position ?? null };
    const wrong: Outcome = { kind: 'wrong_revision', current: current < 0 ? null : current };
    const after = revisionBefore(expected, current);
    if (after === null) return wrong;
    if (expected === 'any' && events.every(({ id }) => this.#recent.has(`${stream} ${id}`))) {
      return { kind: 'written', revision: current, position: own.at(-1)!.position };
    }
    if (after !== current) {
      // A repetition has the same ids in the same order after the same revision.
      const repeated = after < current && events.every(({ id }, n) => own[after + 1 + n]?.id === id);
      const last = own[after + events.length];
      return repeated && last ? { kind: 'written', revision: last.revision, position: last.position } : wrong;
    }
    const line: Line = {
      s: stream,
      t: Date.now(),
      e: events.map((e) => [e.id, e.type, e.contentType, e.data.toString('base64'), e.metadata.toString('base64')]),
    };
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    const added = this.#add(line);
    written.push(...added);
    for (const { id } of added) this.#recent.add(`${stream} ${id}`);
    return { kind: 'written', revision: added.at(-1)!.revision, position: added.at(-1)!.position };
  }

  #add(line: Line): LoggedEvent[] {
    const stream = this.#streams.get(line.s) ?? [];
    this.#streams.set(line.s, stream);
    return line.e.map(([id, type, contentType, data64, metadata64]) => {
      const [data, metadata] = [Buffer.from(data64, 'base64'), Buffer.from(metadata64, 'base64')];
      const position = this.#offset;
      this.#offset += RECORD_BYTES + type.length + line.s.length + data.length + metadata.length;
      const revision = stream.length;
      const event = { id, type, contentType, data, metadata, stream: line.s, revision, position, created: line.t };
      stream.push(event);
      return event;
    });
  }

  /** Returns the number of bytes in complete lines. */
  #load(content: Buffer): number {
    const end = content.lastIndexOf('\n') + 1;
    for (const line of content.toString('utf8', 0, end).split('\n')) {
      if (line !== '') this.events.push(...this.#add(JSON.parse(line) as Line));
    }
    return end;
  }

  /** A real database always contains system events. */
  #writeSystemEvent(): void {
    const event: Line['e'][0] = [
      '00000000-0000-4000-8000-000000000001',
      '$UserCreated',
      'application/json',
      'e30=',
      '',
    ];
    const line: Line = { s: '$user-admin', t: Date.now(), e: [event] };
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
    fdatasyncSync(this.#file);
    this.events.push(...this.#add(line));
  }
}

/** The revision after which an append expects to write; null if a stream that must exist does not. */
function revisionBefore(expected: Expected, current: number): number | null {
  if (expected === 'any') return current;
  if (expected === 'stream_exists') return current < 0 ? null : current;
  return expected === 'no_stream' ? -1 : expected;
}
