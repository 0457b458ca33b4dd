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

/** `failed` is a message without text of the customer's. */
export type EngineReply = { value: unknown } | { failed: string };

const engine = createEngine();

export default async function handle({ method, args }: EngineCall): Promise<EngineReply> {
  try {
    if (method === 'warmUp') return { value: warmUpEngine() };
    const call = engine[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { value: await call(...args) };
  } catch (error) {
    return { failed: error instanceof EngineError ? error.message : `${method} failed` };
  }
}
