/** Pauses that sources asked for with Retry-After, shared by all processes of a deployment. */
import type { Clock } from '#contracts/ports/clock.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';

/** Longer pauses are shortened to this. */
const LONGEST_PAUSE_MS = 3_600_000;

export interface SharedPauses {
  /** Milliseconds left of the pause; 0: there is none. */
  left(source: string): Promise<number>;
  /** Begins a pause, or lengthens the present one. */
  begin(source: string, milliseconds: number): Promise<void>;
}

export function createSharedPauses(values: ServerValues, clock: Clock): SharedPauses {
  const keyOf = (source: string) => `web-source/${source}/not-before`;
  const leftOf = (value: string | null) => (value === null ? 0 : Math.max(0, Date.parse(value) - clock.now()));
  return {
    left: async (source) => leftOf(await values.get(keyOf(source))),
    async begin(source, milliseconds) {
      const wanted = Math.min(milliseconds, LONGEST_PAUSE_MS);
      const until = new Date(clock.now() + wanted).toISOString();
      let known = await values.get(keyOf(source));
      // Another process may set it meanwhile; the longest pause holds.
      while (leftOf(known) < wanted && !(await values.compareAndSet(keyOf(source), known, until))) {
        known = await values.get(keyOf(source));
      }
    },
  };
}
