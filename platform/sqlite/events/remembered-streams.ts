/**
 * Streams of a few events that every request asks for (its key's, its organization's), kept in memory where this process
 * is the only one that appends to them: then it knows when they change. For an event store of one process alone.
 */
import { LRUCache } from 'lru-cache';
import type { EventStore, RecordedEvent } from '#contracts/ports/event-store.ts';

/** Streams kept at a time. */
const MAX_STREAMS = 2_000;
/** Longer streams are read every time: settings that change a hundred times are rare, and memory is bounded so. */
const MAX_EVENTS = 100;

/** The same store; whole streams whose names begin with one of `prefixes` are read once and again after an append. */
export function rememberStreams(events: EventStore, prefixes: readonly string[]): EventStore {
  /** What is being read is kept as well, so that an append under way forgets it too. */
  const kept = new LRUCache<string, Promise<RecordedEvent[]>>({ max: MAX_STREAMS });

  function readOnce(stream: string): Promise<RecordedEvent[]> {
    const known = kept.get(stream);
    if (known !== undefined) return known;
    const reading = events.readStream(stream);
    const forget = () => {
      if (kept.peek(stream) === reading) kept.delete(stream);
    };
    kept.set(stream, reading);
    reading.then((read) => read.length > MAX_EVENTS && forget(), forget);
    return reading;
  }

  return {
    async append(stream, expected, batch) {
      // Before: nobody is to be handed what is about to change once it has. After: what was read meanwhile may be of
      // before the commit, and whoever reads from now on must see what was acknowledged.
      kept.delete(stream);
      try {
        return await events.append(stream, expected, batch);
      } finally {
        kept.delete(stream);
      }
    },
    readStream(stream, options) {
      const whole = options === undefined && prefixes.some((prefix) => stream.startsWith(prefix));
      return whole ? readOnce(stream) : events.readStream(stream, options);
    },
    readAll: (options) => events.readAll(options),
    subscribe: (options) => events.subscribe(options),
    head: () => events.head(),
    close: () => events.close(),
  };
}
