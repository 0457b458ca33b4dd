/**
 * Threads of one kind and their queue: one call at a time per thread, and time is shared between organizations. Callers
 * split their work into small groups, so that a long and a short text of one organization take turns as well.
 */
import { FairSlots, type Hold, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import { EngineError } from '#engine/engine.ts';
import { EngineThread, type EngineThreadOptions } from './engine-thread.ts';
import type { EngineCall } from './worker-calls.ts';

/** Start of a thread; not counted against the call that waits for it. */
const START_TIMEOUT_MS = 30_000;
/**
 * For so long an organization that has had much time waits for one that begins now. Long enough to tell a crowd from a
 * single text; short enough for somebody who waits for an answer.
 */
const HALF_LIFE_MS = 10_000;
/** Calls that may go on beside those of others when they take long; a thread each. */
const ASIDE = 1;

export interface EngineThreadsOptions extends Omit<EngineThreadOptions, 'startTimeoutMs' | 'idleMs'> {
  /** Most threads, but for calls that take long. None starts before it is needed. */
  threads: number;
  /** Calls of one organization that may wait for a thread; more are refused with `engine_busy`. */
  maxWaiting: number;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** How arguments and results cross threads. Default: as JSON. */
  crossesAs?: 'json' | 'clone';
  /** Most processor time of a call, in milliseconds. */
  limitOf: (call: EngineCall) => number;
  /** Processor time in milliseconds after which a call leaves its place to others, and goes on in a thread beside theirs. */
  longMs: number;
  /** Time limit of starting a thread. Default: 30 seconds. */
  startTimeoutMs?: number | undefined;
  /** Milliseconds after which an idle thread ends. Default: never. */
  idleMs?: number;
  /**
   * Whether the thread beside the others starts as soon as a call takes long, so that it is ready for whoever comes, or only
   * when somebody waits. Default: as soon as a call takes long.
   */
  startsAhead?: boolean;
  /** What is different about the thread beside the others. */
  spare?: Partial<Pick<EngineThreadOptions, 'worker' | 'youngMb' | 'idleMs' | 'collectsAtOnce'>>;
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
  readonly #threads: readonly EngineThread[];
  readonly #free: EngineThread[];
  readonly #slots: FairSlots;
  /** Of calls that take long and for which no thread was started, as nobody waited: the next caller lets them step aside. */
  readonly #long = new Set<Hold>();

  constructor(options: EngineThreadsOptions) {
    const { threads, maxWaiting, startTimeoutMs = START_TIMEOUT_MS, idleMs = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#threads = Array.from(
      { length: threads + ASIDE },
      (_, n) => new EngineThread({ ...options, startTimeoutMs, idleMs, ...(n >= threads && options.spare) }),
    );
    this.#free = [...this.#threads];
    this.#slots = new FairSlots({
      slots: threads,
      waitingPerKey: maxWaiting,
      shareOf: options.shareOf,
      halfLifeMs: HALF_LIFE_MS,
      aside: ASIDE,
      onHeldUp: (by) => this.#stepAside(by),
    });
  }

  /** `key` is the organization of the call. */
  // biome-ignore lint/suspicious/noExplicitAny: the result type depends on the method
  async call(key: string, method: EngineCall['method'], args: readonly unknown[]): Promise<any> {
    const { crossesAs = 'json' } = this.#options;
    // Serialized before its turn and parsed after it, to keep the thread's idle time short.
    const call = { method, args: crossesAs === 'json' ? JSON.stringify(args) : args };
    for (const long of this.#long) void this.#stepAside(long);
    // Calls wait here and not for a thread, so that limits count work only.
    const hold = await this.#slots.hold(key).catch(asBusy);
    const value = await this.#execute(call, hold).finally(hold.release);
    return crossesAs === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
  }

  /** Threads without a call give back what earlier calls left behind, if it is so much. */
  collectIdle(leastMb: number): void {
    for (const thread of this.#free) thread.collect(leastMb);
  }

  /** Pending and waiting calls fail. */
  async close(): Promise<void> {
    this.#slots.close();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #execute(call: EngineCall, hold: Hold): Promise<unknown> {
    const { limitOf, longMs, onCall, startsAhead = true } = this.#options;
    const onLong = () => {
      if (startsAhead || this.#slots.isWaitedFor) void this.#stepAside(hold);
      else this.#long.add(hold);
    };
    const thread = this.#take();
    try {
      await thread.start();
      const limits = { processorMs: limitOf(call), longMs, onLong };
      const outcome = await thread.execute(call, limits);
      onCall({ method: call.method, began: outcome.began, ended: outcome.ended });
      if ('failed' in outcome) throw new EngineError('engine_error', outcome.failed);
      return outcome.value;
    } catch (error) {
      // The next thread starts within the time of the call that ended this one.
      if (error instanceof EngineError && error.code === 'engine_timeout') await thread.start().catch(() => {});
      throw error;
    } finally {
      this.#long.delete(hold);
      this.#free.push(thread);
    }
  }

  /**
   * The call of `hold` leaves its place to others as soon as there is a thread for them. The thread is started before,
   * as others would wait longer for its start than for the end of most calls. Whoever gets a slot meanwhile may take it.
   */
  async #stepAside(hold: Hold): Promise<void> {
    const hasReady = () => this.#free.some(({ isReady }) => isReady);
    if (!hasReady()) await this.#free[0]?.start().catch(() => {});
    if (hasReady()) hold.stepAside();
  }

  /** There is one for every hold. Rather one that runs and does not collect, and the spare one last. */
  #take(): EngineThread {
    const inOrder = this.#threads.filter((thread) => this.#free.includes(thread));
    const ready = inOrder.filter(({ isReady }) => isReady);
    const thread = ready.find(({ isCollecting }) => !isCollecting) ?? ready[0] ?? inOrder[0]!;
    this.#free.splice(this.#free.indexOf(thread), 1);
    return thread;
  }
}

function asBusy(error: unknown): never {
  if (error instanceof SlotsFullError) throw new EngineError('engine_busy', error.message);
  throw error;
}
