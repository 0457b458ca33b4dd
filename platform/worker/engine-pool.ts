/**
 * The engine behind worker threads, so that the event loop never waits for it. One call at a time per thread, in the
 * order of asking: callers ask in small groups, so a long text and a short one take turns.
 */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type Engine, EngineError } from '#engine/engine.ts';
import { packJudge, packRank, unpackJudged, unpackRanked } from './engine-wire.ts';
import type { EngineCall, EngineReply } from './engine-worker.ts';

/** Three semi-spaces. With half of it judging takes a sixth longer, with twice as much no less. */
const YOUNG_GENERATION_MB = 12;

export interface EnginePoolOptions {
  /** Default: one less than the cores, at least one; the event loop needs a core of its own. */
  threads?: number;
  /** Calls that may wait for a thread; more are refused with `engine_busy`. */
  maxWaiting?: number;
  /** Milliseconds a call may work, counted from when a thread takes it. Far above the expected second. */
  timeoutMs?: number;
  /** The same for `readable`, which parses pages of strangers. */
  readableTimeoutMs?: number;
  /** Heap limit of a thread in MiB; what goes beyond ends that thread alone. */
  heapMb?: number;
  /** Module of the thread; tests bring one that misbehaves. */
  worker?: URL;
  /** Told of every call that a thread answered. */
  onCall?: (call: EngineCallTimes) => void;
}

/** When a thread began and ended the work on a call: milliseconds since 1970, with fractions. */
export interface EngineCallTimes {
  method: EngineCall['method'];
  began: number;
  ended: number;
}

export interface EnginePool extends Engine {
  /** Starts all threads and loads their models, so that the first request need not wait for it. */
  warmUp(): Promise<void>;
  /** Ends all threads; calls in flight fail. */
  close(): Promise<void>;
}

/**
 * Calls throw EngineError: `engine_timeout` (the thread was ended; the next call gets a new one), `engine_error` (the
 * engine threw, or ran out of memory), `engine_busy` (too many calls waiting, or the pool is closed).
 */
export function createEnginePool(options: EnginePoolOptions = {}): EnginePool {
  const {
    threads = Math.max(1, availableParallelism() - 1),
    maxWaiting = 1_000,
    timeoutMs = 20_000,
    readableTimeoutMs = 5_000,
    heapMb = 512,
    worker = new URL('./engine-worker.ts', import.meta.url),
    onCall = () => {},
  } = options;

  const pool = new Piscina({
    filename: worker.href,
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    recordTiming: false,
    // Threads stay: loading the language model again costs more than they do.
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const turns = createTurns(threads, maxWaiting);

  // biome-ignore lint/suspicious/noExplicitAny: what the thread answers is of its own making
  async function call(method: EngineCall['method'], args: unknown[], limit = timeoutMs): Promise<any> {
    // Written before its turn and read after it, so that the thread is idle for as short as can be.
    const value = await inTurn({ method, args: JSON.stringify(args) }, limit);
    return value === undefined ? undefined : JSON.parse(value);
  }

  async function inTurn(call: EngineCall, limit: number): Promise<string | undefined> {
    // Waiting happens here and not in the pool, so that the time limit counts work only.
    await turns.take();
    const { method } = call;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), limit);
    try {
      const reply: EngineReply = await pool.run(call, { signal: abort.signal });
      onCall({ method, began: reply.began, ended: reply.ended });
      if ('failed' in reply) throw new EngineError('engine_error', reply.failed);
      return reply.value;
    } catch (error) {
      if (error instanceof EngineError) throw error;
      if (abort.signal.aborted) throw new EngineError('engine_timeout', `${method} took longer than ${limit} ms`);
      throw new EngineError('engine_error', `${method} ended its thread (${codeOf(error)})`);
    } finally {
      clearTimeout(timer);
      turns.give();
    }
  }

  const remote =
    <Method extends keyof Engine>(method: Method, limit?: number): Engine[Method] =>
    (...args: unknown[]) =>
      call(method, args, limit) as ReturnType<Engine[Method]> as never;

  return {
    extract: remote('extract'),
    planQueries: remote('planQueries'),
    async rank(claims, candidates) {
      return unpackRanked(await call('rank', packRank(claims, candidates)), candidates);
    },
    async judge(items, policy, now) {
      return unpackJudged(await call('judge', packJudge(items, policy, now)), items);
    },
    summarise: remote('summarise'),
    readable: remote('readable', readableTimeoutMs),
    splitPassages: remote('splitPassages'),
    async warmUp() {
      await Promise.all(Array.from({ length: threads }, () => call('warmUp', [])));
    },
    async close() {
      turns.close();
      await pool.destroy();
    },
  };
}

/** At most `count` holders at a time; the others wait in line, at most `maxWaiting` of them. */
function createTurns(count: number, maxWaiting: number) {
  const line: { resolve(): void; reject(error: Error): void }[] = [];
  let free = count;
  let closed = false;
  return {
    take(): Promise<void> {
      if (closed) return Promise.reject(new EngineError('engine_busy', 'the engine is closed'));
      if (free > 0) {
        free--;
        return Promise.resolve();
      }
      if (line.length >= maxWaiting) {
        return Promise.reject(new EngineError('engine_busy', `${line.length} calls are waiting already`));
      }
      return new Promise<void>((resolve, reject) => line.push({ resolve, reject }));
    },
    give(): void {
      const next = line.shift();
      if (next === undefined) free++;
      else next.resolve();
    },
    close(): void {
      closed = true;
      for (const waiting of line.splice(0)) waiting.reject(new EngineError('engine_busy', 'the engine is closed'));
    },
  };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no code';
}
