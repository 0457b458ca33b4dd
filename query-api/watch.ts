/** Watching by looking again: what it shows is the same on every instance and after a restart. */
import { createHash } from 'node:crypto';
import { pause, systemTimers } from '#common/time.ts';
import type { Timers } from '#contracts/ports/clock.ts';

export interface WatchOptions {
  /** Ends the watching. */
  signal: AbortSignal;
  /** Time between two looks, in milliseconds. */
  everyMs?: number;
  timers?: Timers;
}

/** A view is half a second behind at most, and what others do is to be seen within two seconds. */
const EVERY_MS = 500;
/** After a change, as much may be sent for each. */
const AFTER_CHANGE_MS = 1_000;

/**
 * Yields what a look finds: at once, and whenever its version is another one, at most once a second. Throws what the look
 * throws.
 */
export async function* changes<Found extends { version: string }>(
  look: () => Promise<Found>,
  { signal, everyMs = EVERY_MS, timers = systemTimers }: WatchOptions,
): AsyncGenerator<Found> {
  let shown: string | null = null;
  while (!signal.aborted) {
    const found = await look();
    const isChanged = found.version !== shown;
    shown = found.version;
    if (isChanged) yield found;
    await pause(timers, isChanged ? AFTER_CHANGE_MS : everyMs, signal);
  }
}

/** A version of anything that can be written as JSON; it tells nothing of it. */
export function versionOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
