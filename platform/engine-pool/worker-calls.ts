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
};

/** The methods of a thread, by name. */
type Calls = Partial<Record<EngineCall['method'], (...args: never[]) => unknown>>;

/** With less growth since the last collection, another one is not worth its time: eight texts of 2,000 characters grow the heap by it. */
const WORTH_COLLECTING_BYTES = 32 * 1024 * 1024;

/**
 * Makes the function that a worker module exports, which executes one call. It never throws for an error of the call.
 */
export function executing(calls: Calls): (call: EngineCall) => Promise<CallOutcome> {
  const ofEveryThread: Calls = { ...calls, collect: collector() };
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
    return { ...outcome, began, ended: now(), processorMs: (user + system) / 1_000 };
  };
}

/** A function that collects if the heap has grown enough. */
function collector(): () => void {
  let afterLast = 0;
  return () => {
    if (getHeapStatistics().total_heap_size - afterLast < WORTH_COLLECTING_BYTES) return;
    collectAll();
    afterLast = getHeapStatistics().total_heap_size;
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
