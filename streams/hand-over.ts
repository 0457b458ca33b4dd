/**
 * Passes a verification within the process from the request to the first stage, from stage to stage, and from the last
 * stage to the waiting caller: the folded stream, its opened details and its data key, which saves reading and opening
 * them again. The stream may be stale; as after a read, an append then meets a conflict. The code that destroys the key
 * must call `drop`.
 */
import { LRUCache } from 'lru-cache';
import type { VerificationState } from '#domain/verification/state.ts';
import type { OpenedDetails } from './opened-details.ts';
import type { LoadedStream } from './repository.ts';

export interface LeftStream extends LoadedStream<VerificationState> {
  details: OpenedDetails;
  /**
   * The verification's data key. Another process may have destroyed it in the meantime, so code that shows a text must
   * ask the key vault instead.
   */
  key: Uint8Array;
}

/** A cache of streams, each taken at most once. Entries that are never taken expire after 30 s. */
export interface HandOver {
  /** Stores a stream for the next stage or the waiting caller. */
  leave(stream: string, left: LeftStream): void;
  /**
   * Removes and returns the stream, at `revision` or later; null if it must be read from the store. Folding mutates the
   * state, so a stream is returned only once.
   */
  take(stream: string, revision: number): LeftStream | null;
  /** Removes the stream. */
  drop(stream: string): void;
}

/** Limit on stored streams. Some are never taken, because another process runs the next stage. */
const MAX_CHARACTERS = 12_000_000;
/** Estimated size of a sealed claim with its evidence. */
const CHARACTERS_PER_CLAIM = 7_000;
/** Opened text stays in memory no longer than this. */
const KEPT_MS = 30_000;

/** Creates a cache limited by size and time. */
export function createHandOver(): HandOver {
  const streams = new LRUCache<string, LeftStream>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ state, details }) =>
      1 + (state.head.request?.content.length ?? 0) + state.claims.size * CHARACTERS_PER_CLAIM + details.characters,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  return {
    leave: (stream, left) => void streams.set(stream, left),
    drop: (stream) => void streams.delete(stream),
    take(stream, revision) {
      const left = streams.get(stream) ?? null;
      streams.delete(stream);
      return left !== null && left.revision !== 'no_stream' && left.revision >= revision ? left : null;
    },
  };
}
