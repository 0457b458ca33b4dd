/** The event store in memory, for tests of what stands above it. It answers appends and reads of single streams. */
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  Position,
  RecordedEvent,
} from '#contracts/ports/event-store.ts';
import { START } from '#contracts/ports/event-store.ts';

export interface MemoryEventStore extends EventStore {
  /** Everything ever appended, in order. */
  readonly log: readonly RecordedEvent[];
}

export function createMemoryEventStore(): MemoryEventStore {
  const log: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const positionAt = (index: number) => String(index + 1).padStart(12, '0') as Position;

  return {
    log,
    async append(stream, expected, events): Promise<AppendResult> {
      const known = streams.get(stream) ?? [];
      const actual: ExpectedRevision = known.length === 0 ? 'no_stream' : known.length - 1;
      const from = expected === 'no_stream' ? 0 : expected + 1;
      const there = known.slice(from, from + events.length);
      if (events.length > 0 && there.length === events.length && sameIds(there, events)) {
        const last = there.at(-1)!;
        return { outcome: 'appended', revision: last.revision, position: last.position, duplicate: true };
      }
      if (actual !== expected) return { outcome: 'wrong_expected_revision', expected, actual };
      const recorded = events.map((event, i): RecordedEvent => ({
        ...structuredClone(event),
        stream,
        revision: from + i,
        position: positionAt(log.length + i),
        recorded_at: '2026-01-01T00:00:00.000Z',
      }));
      log.push(...recorded);
      streams.set(stream, [...known, ...recorded]);
      const last = recorded.at(-1) ?? known.at(-1);
      return {
        outcome: 'appended',
        revision: last?.revision ?? -1,
        position: last?.position ?? START,
        duplicate: false,
      };
    },
    async readStream(stream, { from, limit, direction = 'forwards' } = {}) {
      const events = streams.get(stream) ?? [];
      const ordered =
        direction === 'forwards' ? events.slice(from ?? 0) : events.slice(0, (from ?? events.length) + 1).reverse();
      return structuredClone(ordered.slice(0, limit));
    },
    async readAll() {
      throw new Error('not needed by these tests');
    },
    subscribe() {
      throw new Error('not needed by these tests');
    },
    async head() {
      return log.at(-1)?.position ?? START;
    },
    async close() {},
  };
}

function sameIds(there: readonly RecordedEvent[], events: readonly NewEvent[]): boolean {
  return there.every((event, i) => event.id === events[i]!.id);
}
