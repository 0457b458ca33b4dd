/** Until when a source doesn't want to be asked: what its Retry-After said, known to all processes of a deployment. */
import type { Clock } from '#contracts/ports/clock.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';

/** A source that asks for a longer pause is tried once this has passed. */
const LONGEST_PAUSE_MS = 3_600_000;

export interface SharedPauses {
  /** Milliseconds that are left; 0: it may be asked. */
  left(source: string): Promise<number>;
  /** Nobody asks the source for so long. */
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
