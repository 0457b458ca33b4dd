/**
 * A cache of verifications in progress: folded streams, data keys and opened details. Each stage, and the waiting
 * request, finds what the previous one left. A cached state may be stale if other processes append too; a command on it
 * then gets a conflict, as with any state that was read too early.
 */
import { LRUCache } from 'lru-cache';
import { claimsWithoutDetails } from '#domain/verification/details.ts';
import { isUnderWay } from '#domain/verification/ended.ts';
import { type CachingTexts, cacheDetails } from '#sealed/cached-details.ts';
import type { LoadedVerification, VerificationStreams } from './verification-streams.ts';

/** Limit on all entries together, in characters: enough for the largest document, which every stage would else fold anew. */
const MAX_CHARACTERS = 18_000_000;
/** Estimated size of a sealed claim with its evidence, and of one whose details were left in the stream. */
const CHARACTERS_PER_CLAIM = 7_000;
const WITHOUT_DETAILS = 500;
/** A detail and its sealed form together are about this many times as long as the sealed form. */
const OPENED_PER_SEALED = 4;
/** Opened text stays in memory no longer than this after it was last used for work. */
const KEPT_MS = 30_000;

interface Entry {
  loaded: LoadedVerification | null;
  texts: CachingTexts | null;
  /** The key was destroyed: work that is still in progress must not store anything here. */
  forgotten: boolean;
}

const FORGOTTEN: Entry = { loaded: null, texts: null, forgotten: true };

/** Wraps the streams. Verifications in progress, or just completed, are cached for half a minute. */
export function cacheVerifications(streams: VerificationStreams): VerificationStreams {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: sizeOf,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  /** Executions in progress. Subscribers may receive an event before its append resolves. */
  const executing = new Map<string, Promise<unknown>>();

  function keep(id: string, change: Partial<Entry>): void {
    const entry = entries.get(id) ?? { loaded: null, texts: null, forgotten: false };
    if (!entry.forgotten) entries.set(id, { ...entry, ...change });
  }

  function keepOrDrop(id: string, { state, revision, position }: LoadedVerification, isWanted: boolean): void {
    if (isWanted && state.head.erasure === 'none') keep(id, { loaded: { state, revision, position } });
    else drop(id);
  }

  function drop(id: string): void {
    if (!entries.get(id)?.forgotten) entries.delete(id);
  }

  function executeNext<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const result = work();
    const ended = Promise.allSettled([executing.get(id), result]).then(() => {
      if (executing.get(id) === ended) executing.delete(id);
    });
    executing.set(id, ended);
    return result;
  }

  return {
    async load(id, options) {
      if (options?.policy !== 'cached') return streams.load(id);
      await executing.get(id);
      const cached = entries.get(id)?.loaded;
      if (cached && cached.revision !== 'no_stream' && cached.revision >= options.revision) return cached;
      const loaded = await streams.load(id);
      keepOrDrop(id, loaded, isInProgress(loaded));
      return loaded;
    },

    async loadCompleted(id) {
      await executing.get(id);
      const cached = entries.get(id)?.loaded;
      return cached?.state.head.status === 'completed'
        ? { state: cached.state, expired: false }
        : streams.loadCompleted(id);
    },

    details: (id) => streams.details(id),

    execute(id, command, options) {
      return executeNext(id, async () => {
        const executed = await streams.execute(id, command, options).catch((error) => {
          // Some of the events may have been appended.
          drop(id);
          throw error;
        });
        // Later events, such as a review, are not part of what the caller waits for.
        if (executed.accepted) {
          const isCompletion = command.type === 'CompleteVerification' && executed.changed;
          keepOrDrop(id, executed, isCompletion || isInProgress(executed));
        }
        return executed;
      });
    },

    async createTexts(id, options) {
      const texts = cacheDetails(await streams.createTexts(id, options));
      keep(id, { texts });
      return texts;
    },

    async texts(id, policy = 'stored') {
      const cached = entries.get(id)?.texts;
      if (policy === 'cached' && cached) return cached;
      const texts = await streams.texts(id);
      if (texts === null) {
        drop(id);
        return null;
      }
      if (cached) return cached;
      if (policy === 'stored') return texts;
      const caching = cacheDetails(texts);
      keep(id, { texts: caching });
      return caching;
    },

    async forget(ids) {
      for (const id of ids) entries.set(id, FORGOTTEN);
      await streams.forget(ids);
    },
  };
}

function isInProgress({ state }: LoadedVerification): boolean {
  return isUnderWay(state.head);
}

function sizeOf({ loaded, texts }: Entry): number {
  const content = loaded?.state.head.request?.content.length ?? 0;
  const claims = loaded?.state.claims.size ?? 0;
  const trimmed = loaded === null ? 0 : claimsWithoutDetails(loaded.state);
  const claimCharacters = (claims - trimmed) * CHARACTERS_PER_CLAIM + trimmed * WITHOUT_DETAILS;
  return 1 + content + claimCharacters + (texts?.cachedCharacters ?? 0) * OPENED_PER_SEALED;
}
