/**
 * What a request hands the first stage in the same process, one stage the next one, and the last one the caller who
 * waits: the folded stream, its opened details and its data key, which then need not be read and opened again. The
 * stream is as good as one that was just read: whoever appends to it meets a conflict if somebody else did meanwhile.
 * Whoever destroys the key drops what was left.
 */
import { LRUCache } from 'lru-cache';
import type { VerificationState } from '#domain/verification/state.ts';
import type { OpenedDetails } from './opened-details.ts';
import type { LoadedStream } from './repository.ts';

export interface LeftStream extends LoadedStream<VerificationState> {
  details: OpenedDetails;
  /**
   * The verification's data key. Another process may have destroyed it meanwhile: what is sealed with it can be opened
   * by nobody then. Whoever shows a text asks the vault itself.
   */
  key: Uint8Array;
}

export interface HandOver {
  leave(stream: string, left: LeftStream): void;
  /**
   * The stream with its event `revision` and perhaps later ones; null where it must be read. Folding changes a state in
   * place, so it is handed out once.
   */
  take(stream: string, revision: number): LeftStream | null;
  /** Forgets what was left. */
  drop(stream: string): void;
}

/** Of streams that nobody came for, as other processes run the next stage. */
const MAX_CHARACTERS = 12_000_000;
/** Sealed, with its evidence. */
const CHARACTERS_PER_CLAIM = 7_000;
/** Opened text lingers in the memory for no longer than this. */
const KEPT_MS = 30_000;

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
