/** Readers of results made of others. The composition root decides who is asked, and in which order. */
import type { ResultReader } from './reader.ts';

/** Asks one reader after the other until one shows the result. */
export function inOrder(...readers: readonly ResultReader[]): ResultReader {
  /** The readers of results that are being read. */
  const begunBy = new Map<string, ResultReader>();
  return {
    async begin(request) {
      for (const reader of readers) {
        const begun = await reader.begin(request);
        if (begun === 'not_shown') continue;
        if ('handle' in begun && begun.handle !== null) begunBy.set(begun.handle, reader);
        return begun;
      }
      return 'not_shown';
    },
    async next(handle) {
      const reader = begunBy.get(handle);
      if (reader === undefined) throw new Error('nothing of this name is being read');
      return reader.next(handle);
    },
    async end(handle) {
      const reader = begunBy.get(handle);
      begunBy.delete(handle);
      await reader?.end(handle);
    },
  };
}

/** For a reader in another thread, which has no keys that are in this thread's memory only. */
export function withoutKeysInMemory(reader: ResultReader): ResultReader {
  return {
    ...methodsOf(reader),
    begin: async (request) => (request.isKeyInMemory ? 'not_shown' : reader.begin(request)),
  };
}

/**
 * A view that does not show a result catches up and is read once more, which costs a fraction of folding the stream.
 * `viewShows` resolves to true when the view shows the current state of a verification, and to false if there is none or
 * it takes too long.
 */
export function withCatchUp(reader: ResultReader, viewShows: (id: string) => Promise<boolean>): ResultReader {
  return {
    ...methodsOf(reader),
    async begin(request) {
      const begun = await reader.begin(request);
      return begun === 'not_shown' && (await viewShows(request.verification_id)) ? reader.begin(request) : begun;
    },
  };
}

/** A reader in another thread is a proxy, which has no properties to spread. */
function methodsOf(reader: ResultReader): ResultReader {
  return {
    begin: (request) => reader.begin(request),
    next: (handle) => reader.next(handle),
    end: (handle) => reader.end(handle),
  };
}
