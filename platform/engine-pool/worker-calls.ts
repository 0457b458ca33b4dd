/**
 * Messages between the pool and an engine thread. Errors are returned as values: a thrown error would carry its message
 * to the caller, and the message of a tokenizer or parser may contain customer text.
 */
import { getHeapStatistics } from 'node:v8';
import { collectAll } from '#common/collect-garbage.ts';
import { type Engine, EngineError } from '#engine/engine.ts';

export interface EngineCall {
  /** Every thread supports `warmUp` and `collect`, which gives back memory that earlier calls left behind. */
  method: keyof Engine | 'warmUp' | 'collect';
  /**
   * Arguments as a JSON array: one text crosses threads in a fraction of the time of thousands of small objects.
   * Arguments and results of calls that carry passages are packed. Pages and their texts cross as they are: writing
   * and parsing megabytes of JSON would hold up the main thread.
   */
  args: string | readonly unknown[];
}

/**
 * `value` is JSON if the arguments were, or undefined when the call returns nothing; `failed` is a message without customer text. Times are
 * milliseconds since 1970, with fractions. `processorMs`: processor time of the thread since its start.
 */
type Outcome = { value: unknown } | { failed: string };
export type CallOutcome = Outcome & {
  began: number;
  ended: number;
  processorMs?: number;
  /** Whether the thread should collect before its next call. */
  isFull: boolean;
};

/** The methods of a thread, by name. */
type Calls = Partial<Record<EngineCall['method'], (...args: never[]) => unknown>>;

/**
 * With so much growth of the heap since the last collection, another one is worth its time even while calls wait: V8 on its own
 * lets it grow by 50 to 75 MB. Eight texts of 2,000 characters leave three quarters of it.
 */
const MOST_LITTER_MB = 40;
/** With less than this share of the most, a collection is not worth its time, even when no call waits. */
const WORTH_COLLECTING = 0.8;

export interface ExecutingOptions {
  /** In MiB. Default: 40. */
  mostLitterMb?: number;
}

/**
 * Makes the function that a worker module exports, which executes one call. It never throws for an error of the call.
 */
export function executing(
  calls: Calls,
  { mostLitterMb = MOST_LITTER_MB }: ExecutingOptions = {},
): (call: EngineCall) => Promise<CallOutcome> {
  const litter = new Litter(mostLitterMb * 1024 * 1024);
  const ofEveryThread: Calls = {
    ...calls,
    async warmUp() {
      await calls.warmUp?.();
      litter.begin();
    },
    collect: (leastMb?: number) => litter.collect(leastMb),
  };
  async function execute({ method, args }: EngineCall): Promise<Outcome> {
    try {
      const call = ofEveryThread[method] as (...args: readonly unknown[]) => unknown;
      if (typeof args !== 'string') return { value: await call(...args) };
      return { value: JSON.stringify(await call(...(JSON.parse(args) as unknown[]))) };
    } catch (error) {
      return { failed: error instanceof EngineError ? error.message : `${method} failed` };
    }
  }
  return async (call) => {
    const began = now();
    const outcome = await execute(call);
    const { user, system } = process.threadCpuUsage();
    const { isFull } = litter;
    return { ...outcome, began, ended: now(), processorMs: (user + system) / 1_000, isFull };
  };
}

/** What calls have left on the heap of this thread. */
class Litter {
  readonly #most: number;
  #sizeBefore = 0;

  /** `most`: bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** What is on the heap by now is there to stay. */
  begin(): void {
    this.#sizeBefore = heapSize();
  }

  get isFull(): boolean {
    return this.#bytes > this.#most;
  }

  /** Collects if there are `leastMb` to give back. */
  collect(leastMb?: number): void {
    const least = leastMb === undefined ? WORTH_COLLECTING * this.#most : leastMb * 1024 * 1024;
    if (this.#bytes < least) return;
    collectAll();
    this.begin();
  }

  /** How much the heap has grown since it began or was last collected. */
  get #bytes(): number {
    return heapSize() - this.#sizeBefore;
  }
}

function heapSize(): number {
  return getHeapStatistics().total_heap_size;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
