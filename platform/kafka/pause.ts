import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; returns at once when `signal` aborts. Keeps no process alive. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
