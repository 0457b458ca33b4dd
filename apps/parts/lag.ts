/** How far a subscription is behind, in a measure that means the same for every event store. */
import type { EventFilter, EventStore, Position } from '#contracts/ports/event-store.ts';
import type { ServiceMetrics } from '../metrics.ts';
import type { Stores } from './stores.ts';

/** Which events a subscription looks at, and up to where it has. */
export interface Progress {
  position: () => Position | Promise<Position>;
  filter: EventFilter;
}

/** Shows the lag of a subscription among the metrics. */
export function watchLag(
  metrics: ServiceMetrics,
  { events, clock }: Pick<Stores, 'events' | 'clock'>,
  labels: { kind: 'stage' | 'relay' | 'projector'; subscription: string },
  { position, filter }: Progress,
): void {
  metrics.gauge(
    'subscription_lag_seconds',
    'Age of the oldest event that a stage, relay or projector has still to process; 0 when it is up to date.',
    labels,
    () => lagSeconds(events, position, filter, () => clock.now()),
  );
}

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
