/**
 * What runs in an engine thread. Errors come back as values, because a thrown one would carry its message to the other
 * side, and that of a tokenizer or parser may hold the text it stumbled over.
 */
import type { Engine } from '#engine/engine.ts';
import { EngineError } from '#engine/engine.ts';
import { createEngine, warmUpEngine } from '#engine/in-thread.ts';

export interface EngineCall {
  method: keyof Engine | 'warmUp';
  args: readonly unknown[];
}

/** `failed` is a message without text of the customer's. Times are milliseconds since 1970, with fractions. */
export type EngineReply = ({ value: unknown } | { failed: string }) & { began: number; ended: number };

const engine = createEngine();

export default async function handle(call: EngineCall): Promise<EngineReply> {
  const began = now();
  const outcome = await carryOut(call);
  return { ...outcome, began, ended: now() };
}

async function carryOut({ method, args }: EngineCall): Promise<{ value: unknown } | { failed: string }> {
  try {
    if (method === 'warmUp') return { value: warmUpEngine() };
    const call = engine[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { value: await call(...args) };
  } catch (error) {
    return { failed: error instanceof EngineError ? error.message : `${method} failed` };
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
