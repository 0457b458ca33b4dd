/**
 * Threads of one kind and the line before them: one call at a time per thread, and organizations take turns. Callers ask
 * in small groups, so that a long text and a short one of the same organization take turns as well.
 */
import { Piscina } from 'piscina';
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import { EngineError } from '#engine/engine.ts';
import type { EngineCall, EngineReply } from './worker-calls.ts';

/** Three semi-spaces. With half of it judging takes a sixth longer, with twice as much no less. */
const YOUNG_GENERATION_MB = 12;
/** For the start of a thread: it is no fault of the call that waits for it. */
const START_TIMEOUT_MS = 30_000;

export interface EngineThreadsOptions {
  /** Module of the thread. */
  worker: URL;
  /** At most. None starts before it is needed. */
  threads: number;
  /** Calls of one organization that may wait for a thread; more are refused with `engine_busy`. */
  maxWaiting: number;
  /** Milliseconds a call may work, counted from when a thread takes it. */
  timeoutMs: number;
  /** Heap limit of a thread in MiB; what goes beyond ends that thread alone. */
  heapMb: number;
  /** Milliseconds after which a thread without work ends; left out: never. */
  idleMs?: number;
  /** Told of every call that a thread answered. */
  onCall: (call: EngineCallTimes) => void;
}

/** When a thread began and ended the work on a call: milliseconds since 1970, with fractions. */
export interface EngineCallTimes {
  method: EngineCall['method'];
  began: number;
  ended: number;
}

/** `call` throws EngineError, as the pool does. */
export class EngineThreads {
  readonly #options: EngineThreadsOptions;
  readonly #pool: Piscina;
  readonly #line: FairSlots;

  constructor(options: EngineThreadsOptions) {
    const { worker, threads, maxWaiting, heapMb, idleMs = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#pool = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    // Of a thread that was lost while no call was with it. The next call has another one started.
    this.#pool.on('error', () => {});
    this.#line = new FairSlots({ slots: threads, waitingPerKey: maxWaiting });
  }

  /** `key`: whose call it is. */
  // biome-ignore lint/suspicious/noExplicitAny: what the thread answers is of its own making
  async call(key: string, method: EngineCall['method'], args: readonly unknown[]): Promise<any> {
    // Written before its turn and read after it, so that the thread is idle for as short as can be.
    const call = { method, args: JSON.stringify(args) };
    // Waiting happens here and not in the pool, so that the time limit counts work only.
    const value = await this.#line.run(key, () => this.#carryOut(call)).catch(asBusy);
    return value === undefined ? undefined : JSON.parse(value);
  }

  /** Calls in flight fail, and so do those that wait. */
  async close(): Promise<void> {
    this.#line.close();
    await this.#pool.destroy();
  }

  async #carryOut(call: EngineCall): Promise<string | undefined> {
    if (this.#pool.threads.length === 0) await this.#startThread();
    return this.#ask(call, this.#options.timeoutMs);
  }

  /** Its start counts against no call's time, nor is what goes wrong with it any call's fault. */
  async #startThread(): Promise<void> {
    try {
      await this.#ask({ method: 'warmUp', args: '[]' }, START_TIMEOUT_MS);
    } catch {
      throw new EngineError('engine_busy', 'no thread could be started');
    }
  }

  async #ask(call: EngineCall, timeoutMs: number): Promise<string | undefined> {
    const { method } = call;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    try {
      const reply: EngineReply = await this.#pool.run(call, { signal: abort.signal });
      this.#options.onCall({ method, began: reply.began, ended: reply.ended });
      if ('failed' in reply) throw new EngineError('engine_error', reply.failed);
      return reply.value;
    } catch (error) {
      if (error instanceof EngineError) throw error;
      if (abort.signal.aborted) throw new EngineError('engine_timeout', `${method} took longer than ${timeoutMs} ms`);
      throw new EngineError('engine_error', `${method} ended its thread (${codeOf(error)})`);
    } finally {
      clearTimeout(timer);
    }
  }
}

function asBusy(error: unknown): never {
  if (error instanceof SlotsFullError) throw new EngineError('engine_busy', error.message);
  throw error;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no code';
}
