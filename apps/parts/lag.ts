/** The lag of a subscription in seconds, comparable between event stores. */
import type { EventFilter, EventStore, Position } from '#contracts/ports/event-store.ts';
import type { ServiceMetrics } from '../metrics.ts';
import type { Stores } from './stores.ts';

/** The events that a subscription reads, and how far it has read. */
export interface SubscriptionProgress {
  position: () => Position | Promise<Position>;
  filter: EventFilter;
}

/** Registers a metric for the lag of a subscription. */
export function watchLag(
  metrics: ServiceMetrics,
  { events, clock }: Pick<Stores, 'events' | 'clock'>,
  labels: { kind: 'stage' | 'relay' | 'projector' | 'follower'; subscription: string },
  { position, filter }: SubscriptionProgress,
): void {
  metrics.gauge(
    'subscription_lag_seconds',
    'Age of the oldest event that a stage, relay, projector or follower has still to process; 0 when it is up to date.',
    labels,
    () => lagSeconds(events, position, filter, () => clock.now()),
  );
}

/**
 * Age in seconds of the oldest matching event after `position`, which is how long the subscription has been behind. 0
 * when there is none; NaN while the event store is unreachable, so that other metrics are still reported.
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
