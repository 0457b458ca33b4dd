/** An event store in memory, for tests of the code above the port. */
import {
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
  type SubscriptionMessage,
} from '#contracts/ports/event-store.ts';

export interface MemoryEventStore extends EventStore {
  readonly log: readonly RecordedEvent[];
}

export function createMemoryEventStore(now: () => string = () => '2026-01-01T00:00:00.000Z'): MemoryEventStore {
  const log: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  let waiting: (() => void)[] = [];
  const positionOf = (index: number): Position => String(index).padStart(12, '0') as Position;
  const headNow = (): Position => log.at(-1)?.position ?? START;

  return {
    log,
    async append(stream, expected, events) {
      const known = streams.get(stream) ?? [];
      const actual: ExpectedRevision = known.length === 0 ? 'no_stream' : known.length - 1;
      const from = expected === 'no_stream' ? 0 : expected + 1;
      const duplicate = events.length > 0 && events.every((event, index) => known[from + index]?.id === event.id);
      if (!duplicate && actual !== expected) return { outcome: 'wrong_expected_revision', expected, actual };
      if (!duplicate) {
        for (const event of events) record(stream, known, event);
        streams.set(stream, known);
        const wake = waiting;
        waiting = [];
        for (const resolve of wake) resolve();
      }
      const last = known[duplicate ? from + events.length - 1 : known.length - 1];
      return { outcome: 'appended', revision: last?.revision ?? -1, position: last?.position ?? START, duplicate };
    },
    async readStream(stream, { from, limit = Number.POSITIVE_INFINITY, direction = 'forwards' } = {}) {
      const events = streams.get(stream) ?? [];
      const wanted =
        direction === 'forwards' ? events.slice(from ?? 0) : events.slice(0, (from ?? events.length) + 1).reverse();
      return wanted.slice(0, limit).map(copy);
    },
    async readAll({ after, limit, filter }) {
      const rest = log.filter((event) => event.position > after);
      const wanted = rest.filter((event) => filter === undefined || filter.types.includes(event.type));
      const events = wanted.slice(0, limit).map(copy);
      const at_end = wanted.length <= limit;
      return { events, position: at_end ? (rest.at(-1)?.position ?? after) : events.at(-1)!.position, at_end };
    },
    async *subscribe({ after, filter, signal }): AsyncGenerator<SubscriptionMessage> {
      let position = after === 'end' ? headNow() : after;
      while (!signal.aborted) {
        for (const event of log.filter((candidate) => candidate.position > position)) {
          position = event.position;
          if (signal.aborted) return;
          if (filter === undefined || filter.types.includes(event.type)) yield { kind: 'event', event: copy(event) };
          else yield { kind: 'checkpoint', position };
        }
        if (headNow() > position) continue;
        yield { kind: 'caught_up', position };
        if (headNow() > position || signal.aborted) continue;
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    head: async () => headNow(),
    close: async () => {},
  };

  function record(stream: string, known: RecordedEvent[], event: NewEvent): void {
    const recorded = copy({
      ...event,
      stream,
      revision: known.length,
      position: positionOf(log.length + 1),
      recorded_at: event.recorded_at ?? now(),
    });
    known.push(recorded);
    log.push(recorded);
  }
}

/** Copies through JSON, as a real store does, so that callers never share objects with the log. */
function copy(event: RecordedEvent): RecordedEvent {
  return JSON.parse(JSON.stringify(event));
}
