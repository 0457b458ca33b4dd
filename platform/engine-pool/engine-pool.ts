/**
 * The engine in worker threads, so that it never blocks the event loop. Pages have a separate thread, so that judging
 * never waits for hostile pages. Long texts are extracted in another one, as extraction is the only call that is not
 * split into small groups.
 */
import { availableParallelism } from 'node:os';
import type { ShareOf } from '#common/fair-slots.ts';
import { type Engine, type JudgeItem, NAMED_WITHIN, type SharedEngine } from '#engine/engine.ts';
import type { ClaimJudgement } from '#engine/types/judging.ts';
import type { ModelRequest } from '#engine/types/questions.ts';
import { processorLimit } from './call-limits.ts';
import { type EngineCallTimes, EngineThreads } from './engine-threads.ts';
import { packJudge, packQuestions, packRank, unpackJudged, unpackRanked } from './engine-wire.ts';
import { unpackExtraction } from './extraction-wire.ts';
import { judgedTogether } from './judge-groups.ts';
import type { EngineCall } from './worker-calls.ts';

export type { EngineCallTimes } from './engine-threads.ts';

/** Far more than an organization's verifications request at once. */
const MAX_WAITING = 1_000;
/** Whatever the size of a call. A document of three million characters takes two seconds. */
const TIMEOUT_MS = 20_000;
/** Pages are bounded before they are parsed; the worst take two seconds. */
const PAGE_TIMEOUT_MS = 10_000;
/** Calls take up to a fifth of a second, and a text of 100,000 characters one or two. */
const LONG_MS = 250;
const LONG_PAGE_MS = 1_000;
const LONG_LONG_TEXT_MS = 4_000;
const HEAP_MB = 512;
/** Measured: with half of it, a POST takes a tenth longer and the peak of long texts is the same; with twice as much, it is no faster. */
const YOUNG_MB = 24;
/** Extraction is no slower with half of the other threads' size, and takes 12 MB less. */
const LONG_TEXT_YOUNG_MB = 6;
/** The largest pages that are parsed need a quarter of it. */
const PAGE_HEAP_MB = 256;
/** The thread takes 15 to 50 MB; a start takes 30 ms of processor time. */
const PAGE_IDLE_MS = 10_000;
/**
 * Characters (UTF-16) of a text that an engine thread extracts in about 60 ms, a third of what a group of judged claims
 * may take. Longer texts go to a separate thread.
 */
const LONG_TEXT = 10_000;
/** Engine threads per long-text thread: ranking and judging take several times as long as extraction. */
const ENGINE_PER_LONG_TEXT = 4;
/**
 * The thread for calls beside those that take long does with some 40 MB less than the others: it keeps no passages, and its young
 * generation is that of the long texts' thread. It ends once it is hardly needed.
 */
const SPARE_IDLE_MS = 30_000;
const SPARE_YOUNG_MB = 6;
/**
 * A long-text thread takes 50 to 100 MB, and what follows needs the most memory itself: recording the claims, then judging.
 * So it ends once no text waits, although each start loads the language model: 0.2 s of processor time, of at least a
 * second that such a text takes.
 */
const LONG_TEXT_IDLE_MS = 20;
/** Before a thread for a long text starts, idle engine threads give back what they hold, if it is so much. */
const WORTH_A_LONG_TEXT_MB = 12;

export interface EnginePoolOptions {
  /** Engine threads. Default: one less than the cores, at least one, as the event loop needs a core. */
  threads?: number;
  /** Calls of one organization that may wait for a thread; more are refused with `engine_busy`. */
  maxWaiting?: number;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Most processor time of any call, in milliseconds; small ones have less. */
  timeoutMs?: number;
  /** Most processor time of reading a page. */
  pageTimeoutMs?: number;
  /** Processor time in milliseconds after which a call of an engine thread leaves its place to others. */
  longMs?: number;
  /** Time limit of starting the thread that reads pages. */
  pageStartTimeoutMs?: number;
  /** Heap limit of a thread in MiB. Exceeding it ends that thread only. */
  heapMb?: number;
  /** Heap limit of the thread that reads pages. */
  pageHeapMb?: number;
  /** Modules of the threads, replaceable in tests. */
  worker?: URL;
  longTextWorker?: URL;
  pageWorker?: URL;
  /** Called after every call that a thread finished. */
  onCall?: (call: EngineCallTimes) => void;
}

/** Calls on the pool itself are the system's, and take turns like those of an organization. */
export interface EnginePool extends Engine, SharedEngine {
  /** Starts all engine threads and loads their models, so that the first request need not wait for it. */
  warmUp(): Promise<void>;
  /** Ends all threads; calls in flight fail. */
  close(): Promise<void>;
}

/** Key of the system's own calls. */
const SYSTEM = 'system';

/**
 * Calls throw EngineError: `engine_timeout` (more processor time than such a call may take; the thread was replaced),
 * `engine_error` (the engine threw, or ran out of memory), `engine_busy` (too many calls waiting, the pool is closed, or
 * the machine too busy).
 */
export function createEnginePool(options: EnginePoolOptions = {}): EnginePool {
  const { threads = Math.max(1, availableParallelism() - 1), maxWaiting = MAX_WAITING, onCall = () => {} } = options;
  const { shareOf } = options;
  const { timeoutMs = TIMEOUT_MS, pageTimeoutMs = PAGE_TIMEOUT_MS } = options;
  /**
   * Claims of long texts that are still to be judged. Until they are, memory is scarce. Collecting throws compiled code away, so while
   * there are none the engine threads wait until they are idle: a short text then takes a sixth less processor time.
   */
  let claimsToCome = 0;
  const engine = new EngineThreads({
    worker: options.worker ?? new URL('./engine-worker.ts', import.meta.url),
    threads,
    maxWaiting,
    shareOf,
    limitOf: (call) => processorLimit(call, timeoutMs),
    longMs: options.longMs ?? LONG_MS,
    heapMb: options.heapMb ?? HEAP_MB,
    youngMb: YOUNG_MB,
    collectsAtOnce: () => claimsToCome > 0,
    // They never end when idle: loading the language model again costs more than keeping them.
    spare: {
      worker: options.worker ?? new URL('./spare-worker.ts', import.meta.url),
      youngMb: SPARE_YOUNG_MB,
      idleMs: SPARE_IDLE_MS,
      // It runs beside what takes long.
      collectsAtOnce: () => true,
    },
    onCall,
  });
  const longTexts = new EngineThreads({
    worker: options.longTextWorker ?? new URL('./long-text-worker.ts', import.meta.url),
    threads: Math.ceil(threads / ENGINE_PER_LONG_TEXT),
    maxWaiting,
    shareOf,
    crossesAs: 'clone',
    limitOf: (call) => processorLimit(call, timeoutMs),
    longMs: LONG_LONG_TEXT_MS,
    // The longest texts need most of the memory, and who comes beside one waits for more than a start anyway.
    startsAhead: false,
    heapMb: options.heapMb ?? HEAP_MB,
    youngMb: LONG_TEXT_YOUNG_MB,
    idleMs: LONG_TEXT_IDLE_MS,
    onCall,
  });
  const pages = new EngineThreads({
    worker: options.pageWorker ?? new URL('./page-worker.ts', import.meta.url),
    threads: 1,
    maxWaiting,
    shareOf,
    crossesAs: 'clone',
    limitOf: (call) => processorLimit(call, pageTimeoutMs),
    longMs: LONG_PAGE_MS,
    startTimeoutMs: options.pageStartTimeoutMs,
    heapMb: options.pageHeapMb ?? PAGE_HEAP_MB,
    youngMb: YOUNG_MB,
    idleMs: PAGE_IDLE_MS,
    onCall,
  });

  function engineOf(key: string): Engine {
    const isLong = (text: string) => text.length > LONG_TEXT;
    const ask = (on: EngineThreads, method: EngineCall['method'], ...args: unknown[]) => on.call(key, method, args);
    const askByLength = (text: string, method: EngineCall['method'], ...args: unknown[]) => {
      if (!isLong(text)) return ask(engine, method, ...args);
      engine.collectIdle(WORTH_A_LONG_TEXT_MB);
      return ask(longTexts, method, ...args);
    };
    return {
      async extract(input) {
        if (!isLong(input.content)) return ask(engine, 'extract', input);
        const extraction = unpackExtraction(await askByLength(input.content, 'extract', input));
        claimsToCome += extraction.claims.length;
        return extraction;
      },
      extractionQuestions: (input, use) => askByLength(input.content, 'extractionQuestions', input, use),
      secondQuestions: (input, consultation) => askByLength(input.content, 'secondQuestions', input, consultation),
      stretches: (input, use) => askByLength(input.content, 'stretches', input, use),
      planQueries: (claims, mode) => ask(engine, 'planQueries', claims, mode),
      async rank(claims, candidates, paragraphs) {
        return unpackRanked(await ask(engine, 'rank', ...packRank(claims, candidates, paragraphs)), candidates);
      },
      mainName: (text) => ask(engine, 'mainName', text.slice(0, NAMED_WITHIN)),
      async judge(items, policy, now) {
        const judged: ClaimJudgement[] = [];
        for (const some of judgedTogether(items)) {
          judged.push(...unpackJudged(await ask(engine, 'judge', ...packJudge(some, policy, now)), some));
        }
        claimsToCome = Math.max(0, claimsToCome - items.filter(isFirstReading).length);
        return judged;
      },
      async modelQuestions(items, use, policy) {
        const questions: ModelRequest[][] = [];
        for (const some of judgedTogether(items)) {
          questions.push(...(await ask(engine, 'modelQuestions', ...packQuestions(some, use, policy))));
        }
        return questions;
      },
      summarise: (input) => ask(engine, 'summarise', input),
      deidentify: (texts, profile) => askByLength(texts.join(''), 'deidentify', texts, profile),
      answer: (question, candidates) => ask(engine, 'answer', question, candidates),
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

/** Claims are judged again once a model has read them. */
function isFirstReading({ entailment, consultation }: JudgeItem): boolean {
  return entailment === undefined && consultation === undefined;
}
