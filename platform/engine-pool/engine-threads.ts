/**
 * Threads of one kind and their queue: one call at a time per thread, organizations take turns. Callers split their
 * work into small groups, so that a long and a short text of one organization take turns as well.
 */
import { Piscina } from 'piscina';
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import { EngineError } from '#engine/engine.ts';
import type { EngineCall, EngineReply } from './worker-calls.ts';

/** Start of a thread; not counted against the call that waits for it. */
const START_TIMEOUT_MS = 30_000;

export interface EngineThreadsOptions {
  /** Module of the thread. */
  worker: URL;
  /** Most threads. None starts before it is needed. */
  threads: number;
  /** Calls of one organization that may wait for a thread; more are refused with `engine_busy`. */
  maxWaiting: number;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Time limit of a call in milliseconds, from when a thread starts it. */
  timeoutMs: number;
  /** Time limit of starting a thread. Default: 30 seconds. */
  startTimeoutMs?: number | undefined;
  /** Heap limit of a thread in MiB. Exceeding it ends that thread only. */
  heapMb: number;
  /** Size of a thread's young generation in MiB: three semi-spaces. */
  youngMb: number;
  /** Milliseconds after which an idle thread ends. Default: never. */
  idleMs?: number;
  /** Called after every call that a thread finished. */
  onCall: (call: EngineCallTimes) => void;
}

/** When a thread started and finished a call: milliseconds since 1970, with fractions. */
export interface EngineCallTimes {
  method: EngineCall['method'];
  began: number;
  ended: number;
}

/** `call` throws EngineError like the pool. */
export class EngineThreads {
  readonly #options: EngineThreadsOptions;
  readonly #pool: Piscina;
  readonly #slots: FairSlots;

  constructor(options: EngineThreadsOptions) {
    const { worker, threads, maxWaiting, heapMb, youngMb, idleMs = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#pool = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    // An idle thread was lost. The next call starts another one.
    this.#pool.on('error', () => {});
    this.#slots = new FairSlots({ slots: threads, waitingPerKey: maxWaiting, shareOf: options.shareOf });
  }

  /** `key` is the organization of the call. */
  // biome-ignore lint/suspicious/noExplicitAny: the result type depends on the method
  async call(key: string, method: EngineCall['method'], args: readonly unknown[]): Promise<any> {
    // Serialized before its turn and parsed after it, to keep the thread's idle time short.
    const call = { method, args: JSON.stringify(args) };
    // Calls wait here and not in the pool, so that the time limit counts work only.
    const value = await this.#slots.run(key, () => this.#execute(call)).catch(asBusy);
    return value === undefined ? undefined : JSON.parse(value);
  }

  /** Pending and waiting calls fail. */
  async close(): Promise<void> {
    this.#slots.close();
    await this.#pool.destroy();
  }

  async #execute(call: EngineCall): Promise<string | undefined> {
    if (this.#pool.threads.length === 0) await this.#startThread();
    return this.#send(call, this.#options.timeoutMs);
  }

  /** A failed or slow start is not counted against the call. */
  async #startThread(): Promise<void> {
    try {
      await this.#send({ method: 'warmUp', args: '[]' }, this.#options.startTimeoutMs ?? START_TIMEOUT_MS);
    } catch {
      throw new EngineError('engine_busy', 'no thread could be started');
    }
  }

  async #send(call: EngineCall, timeoutMs: number): Promise<string | undefined> {
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
