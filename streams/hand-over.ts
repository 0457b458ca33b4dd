/**
 * What one stage hands the next one in the same process, and the last one the caller who waits: the folded stream, which
 * then need not be read again. It is as good as one that was just read: whoever appends to it meets a conflict if
 * somebody else did meanwhile.
 */
import { LRUCache } from 'lru-cache';
import type { VerificationState } from '#domain/verification/state.ts';
import type { LoadedStream } from './repository.ts';

export interface HandOver {
  leave(stream: string, loaded: LoadedStream<VerificationState>): void;
  /**
   * The stream with its event `revision` and perhaps later ones; null where it must be read. Folding changes a state in
   * place, so it is handed out once.
   */
  take(stream: string, revision: number): LoadedStream<VerificationState> | null;
}

/** Claims of streams that nobody came for, as other processes run the next stage. With their evidence some 10 MB. */
const MAX_CLAIMS = 1_500;

export function createHandOver(): HandOver {
  const left = new LRUCache<string, LoadedStream<VerificationState>>({
    maxSize: MAX_CLAIMS,
    sizeCalculation: ({ state }) => state.claims.size + 1,
  });
  return {
    leave: (stream, loaded) => void left.set(stream, loaded),
    take(stream, revision) {
      const loaded = left.get(stream) ?? null;
      left.delete(stream);
      return loaded !== null && loaded.revision !== 'no_stream' && loaded.revision >= revision ? loaded : null;
    },
  };
}
