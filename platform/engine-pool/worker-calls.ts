/**
 * What crosses between the pool and an engine thread, and how a thread answers. Errors come back as values, because a
 * thrown one would carry its message to the other side, and that of a tokenizer or parser may hold the text it stumbled
 * over.
 */
import { type Engine, EngineError } from '#engine/engine.ts';

export interface EngineCall {
  /** Every thread can be warmed up. */
  method: keyof Engine | 'warmUp';
  /**
   * The arguments as a JSON array: thousands of small objects cross as one text in a fraction of the time. Those of calls
   * that carry passages are packed, as are their replies.
   */
  args: string;
}

/**
 * `value` is JSON, or undefined where the call answers nothing; `failed` is a message without text of the customer's.
 * Times are milliseconds since 1970, with fractions.
 */
export type EngineReply = ({ value: string | undefined } | { failed: string }) & { began: number; ended: number };

/** What a thread can be asked to do, by the name of the call. */
type Calls = Partial<Record<EngineCall['method'], (...args: never[]) => unknown>>;

/** The function that a worker's module exports: carries out one call. Never throws for what a call does. */
export function answering(calls: Calls): (call: EngineCall) => Promise<EngineReply> {
  async function carryOut({ method, args }: EngineCall): Promise<{ value: string | undefined } | { failed: string }> {
    try {
      const call = calls[method] as (...args: readonly unknown[]) => unknown;
      return { value: JSON.stringify(await call(...(JSON.parse(args) as unknown[]))) };
    } catch (error) {
      return { failed: error instanceof EngineError ? error.message : `${method} failed` };
    }
  }
  return async (call) => {
    const began = now();
    const outcome = await carryOut(call);
    return { ...outcome, began, ended: now() };
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
