/** The time of a run: relative dates and freshness come out the same whenever it is made. */
import type { Clock } from '#contracts/ports/clock.ts';

/** What the service's clock shows when a run begins. */
export const RUN_BEGINS_AT = '2026-01-01T00:00:00.000Z';

/** Goes as the machine's clock goes, from RUN_BEGINS_AT on. */
export function clockOfRun(): Clock {
  const ahead = Date.parse(RUN_BEGINS_AT) - Date.now();
  return { now: () => Date.now() + ahead };
}
