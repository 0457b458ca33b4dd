/**
 * The engine behind worker threads, so that the event loop never waits for it. Pages of strangers are read in a thread of
 * their own: what they do to it, no verification's judging has to wait for. Long texts are extracted in another one, as
 * extraction is the one call that isn't made in small groups.
 */
import { availableParallelism } from 'node:os';
import type { Engine, SharedEngine } from '#engine/engine.ts';
import type { ClaimJudgement } from '#engine/types.ts';
import { type EngineCallTimes, EngineThreads } from './engine-threads.ts';
import { packJudge, packRank, unpackJudged, unpackRanked } from './engine-wire.ts';
import { judgedTogether } from './pieces.ts';
import type { EngineCall } from './worker-calls.ts';

export type { EngineCallTimes } from './engine-threads.ts';

/** Far more than an organization's verifications ask for at a time. */
const MAX_WAITING = 1_000;
/** Far above the expected second. */
const TIMEOUT_MS = 20_000;
/** Pages are bounded before they are parsed: the worst take two seconds of a processor that has nothing else to do. */
const PAGE_TIMEOUT_MS = 10_000;
const HEAP_MB = 512;
/** The largest pages that are parsed come out with a quarter of it. */
const PAGE_HEAP_MB = 256;
/** It takes some 50 MB while it is there. */
const PAGE_IDLE_MS = 60_000;
/** Characters (UTF-16) of a text that an engine thread extracts from in some 30 ms. Longer ones have their own thread. */
const LONG_TEXT = 5_000;
/** Engine threads for each thread of long texts: ranking and judging take several times as long as extraction. */
const ENGINE_PER_LONG_TEXT = 4;
/** A thread of long texts takes some 80 MB, and loads the language model again after it was gone. */
const LONG_TEXT_IDLE_MS = 60_000;

export interface EnginePoolOptions {
  /** Of the engine. Default: one less than the cores, at least one; the event loop needs a core of its own. */
  threads?: number;
  /** Calls of one organization that may wait for a thread; more are refused with `engine_busy`. */
  maxWaiting?: number;
  /** Milliseconds a call may work, counted from when a thread takes it. */
  timeoutMs?: number;
  /** The same for the reading of pages. */
  pageTimeoutMs?: number;
  /** Heap limit of a thread in MiB; what goes beyond ends that thread alone. */
  heapMb?: number;
  /** The same for the thread that reads pages. */
  pageHeapMb?: number;
  /** Modules of the threads; tests bring some that misbehave. */
  worker?: URL;
  longTextWorker?: URL;
  pageWorker?: URL;
  /** Told of every call that a thread answered. */
  onCall?: (call: EngineCallTimes) => void;
}

/** Calls made on the pool itself are the system's own, and take their turn as those of an organization do. */
export interface EnginePool extends Engine, SharedEngine {
  /** Starts all threads of the engine and loads their models, so that the first request need not wait for it. */
  warmUp(): Promise<void>;
  /** Ends all threads; calls in flight fail. */
  close(): Promise<void>;
}

/** Whose calls those are that no organization makes. */
const SYSTEM = 'system';

/**
 * Calls throw EngineError: `engine_timeout` (the thread was ended; the next call gets a new one), `engine_error` (the
 * engine threw, or ran out of memory), `engine_busy` (too many calls waiting, or the pool is closed).
 */
export function createEnginePool(options: EnginePoolOptions = {}): EnginePool {
  const { threads = Math.max(1, availableParallelism() - 1), maxWaiting = MAX_WAITING, onCall = () => {} } = options;
  const engine = new EngineThreads({
    worker: options.worker ?? new URL('./engine-worker.ts', import.meta.url),
    threads,
    maxWaiting,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    heapMb: options.heapMb ?? HEAP_MB,
    // They stay: loading the language model again costs more than they do.
    onCall,
  });
  const longTexts = new EngineThreads({
    worker: options.longTextWorker ?? new URL('./long-text-worker.ts', import.meta.url),
    threads: Math.ceil(threads / ENGINE_PER_LONG_TEXT),
    maxWaiting,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    heapMb: options.heapMb ?? HEAP_MB,
    idleMs: LONG_TEXT_IDLE_MS,
    onCall,
  });
  const pages = new EngineThreads({
    worker: options.pageWorker ?? new URL('./page-worker.ts', import.meta.url),
    threads: 1,
    maxWaiting,
    timeoutMs: options.pageTimeoutMs ?? PAGE_TIMEOUT_MS,
    heapMb: options.pageHeapMb ?? PAGE_HEAP_MB,
    idleMs: PAGE_IDLE_MS,
    onCall,
  });

  function engineOf(key: string): Engine {
    const ask = (on: EngineThreads, method: EngineCall['method'], ...args: unknown[]) => on.call(key, method, args);
    return {
      extract: (input) => ask(input.content.length > LONG_TEXT ? longTexts : engine, 'extract', input),
      planQueries: (claims, mode) => ask(engine, 'planQueries', claims, mode),
      async rank(claims, candidates) {
        return unpackRanked(await ask(engine, 'rank', ...packRank(claims, candidates)), candidates);
      },
      async judge(items, policy, now) {
        const judged: ClaimJudgement[] = [];
        for (const some of judgedTogether(items)) {
          judged.push(...unpackJudged(await ask(engine, 'judge', ...packJudge(some, policy, now)), some));
        }
        return judged;
      },
      summarise: (input) => ask(engine, 'summarise', input),
      readable: (input) => ask(pages, 'readable', input),
      splitPassages: (text) => ask(pages, 'splitPassages', text),
    };
  }

  return {
    ...engineOf(SYSTEM),
    forOrganization: engineOf,
    async warmUp() {
      await Promise.all(Array.from({ length: threads }, () => engine.call(SYSTEM, 'warmUp', [])));
    },
    async close() {
      await Promise.all([engine, longTexts, pages].map((threads) => threads.close()));
    },
  };
}
