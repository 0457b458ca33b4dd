import { setTimeout as pause } from 'node:timers/promises';

const DEADLINE_MS = 10_000;
const INTERVAL_MS = 2;

/** Resolves as soon as the condition holds; after `withinMs` it throws an error with `what` in its message. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = DEADLINE_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting for: ${what}`);
    await pause(INTERVAL_MS);
  }
}
