/** How far a subscription is behind, in a measure that means the same for every event store. */
import type { EventFilter, EventStore, Position } from '#contracts/ports/event-store.ts';

/**
 * Age in seconds of the oldest event of interest after `position`: how long the subscription has been behind. 0 when
 * nothing waits for it; NaN while the event store can't be asked, which must not cost the other metrics.
 */
export async function lagSeconds(
  events: Pick<EventStore, 'readAll'>,
  position: () => Position | Promise<Position>,
  filter: EventFilter,
  nowMs: () => number,
): Promise<number> {
  try {
    let after = await position();
    for (;;) {
      const page = await events.readAll({ after, limit: 1, filter });
      const oldest = page.events[0];
      if (oldest !== undefined) return Math.max(0, (nowMs() - Date.parse(oldest.recorded_at)) / 1000);
      if (page.at_end) return 0;
      after = page.position;
    }
  } catch {
    return Number.NaN;
  }
}
