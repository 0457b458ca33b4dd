import { setTimeout as pause } from 'node:timers/promises';

/** Ends a test that waits for what never comes. It measures nothing: on a busy machine, seconds become a minute. */
const DEADLINE_MS = 120_000;
const INTERVAL_MS = 2;
/** After this time, the condition is checked less often: a request every two milliseconds keeps a core busy. */
const SOON_MS = 500;
const LATER_INTERVAL_MS = 25;

/** Resolves as soon as the condition holds; after `withinMs` it throws an error with `what` in its message. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = DEADLINE_MS,
): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - begun;
    if (waited > withinMs) throw new Error(`timed out waiting for: ${what}`);
    await pause(waited < SOON_MS ? INTERVAL_MS : LATER_INTERVAL_MS);
  }
}
