/**
 * Caches short streams that every request reads, such as those of its key and its organization. Only correct where this
 * process is the only one that appends to them, because only its own appends invalidate the cache.
 */
import { LRUCache } from 'lru-cache';
import type { EventStore, RecordedEvent } from '#contracts/ports/event-store.ts';

/** Most streams cached at a time. */
const MAX_STREAMS = 2_000;
/** Longer streams are not cached, which bounds memory. Settings that change a hundred times are rare. */
const MAX_EVENTS = 100;

/** The same store, but whole streams whose names begin with one of `prefixes` are cached until the next append. */
export function cacheStreams(events: EventStore, prefixes: readonly string[]): EventStore {
  /** Reads in progress are cached as well, so that an append during the read drops them too. */
  const cache = new LRUCache<string, Promise<RecordedEvent[]>>({ max: MAX_STREAMS });

  function readOnce(stream: string): Promise<RecordedEvent[]> {
    const cached = cache.get(stream);
    if (cached !== undefined) return cached;
    const reading = events.readStream(stream);
    const drop = () => {
      if (cache.peek(stream) === reading) cache.delete(stream);
    };
    cache.set(stream, reading);
    reading.then((read) => read.length > MAX_EVENTS && drop(), drop);
    return reading;
  }

  return {
    async append(stream, expected, batch) {
      // Before the append: no reader may get a stream that is about to change. After it: a stream read meanwhile may
      // miss the commit, and later readers must see what was acknowledged.
      cache.delete(stream);
      try {
        return await events.append(stream, expected, batch);
      } finally {
        cache.delete(stream);
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
