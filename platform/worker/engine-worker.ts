/**
 * What runs in an engine thread. Errors come back as values, because a thrown one would carry its message to the other
 * side, and that of a tokenizer or parser may hold the text it stumbled over.
 */
import type { Engine } from '#engine/engine.ts';
import { EngineError } from '#engine/engine.ts';
import { createEngine, warmUpEngine } from '#engine/in-thread.ts';
import { stepBack } from './background.ts';
import { packedCalls } from './engine-wire.ts';

export interface EngineCall {
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

stepBack();
const engine = createEngine();
const calls = { ...engine, ...packedCalls(engine) };

export default async function handle(call: EngineCall): Promise<EngineReply> {
  const began = now();
  const outcome = await carryOut(call);
  return { ...outcome, began, ended: now() };
}

async function carryOut({ method, args }: EngineCall): Promise<{ value: string | undefined } | { failed: string }> {
  try {
    if (method === 'warmUp') {
      warmUpEngine();
      return { value: undefined };
    }
    const call = calls[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { value: JSON.stringify(await call(...(JSON.parse(args) as unknown[]))) };
  } catch (error) {
    return { failed: error instanceof EngineError ? error.message : `${method} failed` };
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
