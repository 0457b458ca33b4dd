/** Tells the payment provider how many bytes organizations with a plan have verified, each day of UTC once. */
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { type EventStore, type Position, START } from '#contracts/ports/event-store.ts';
import type { Payments } from '#contracts/ports/payments.ts';
import { type BillingState, billingDecider, billingStream } from '#domain/billing/decider.ts';
import { isCharged } from '#domain/billing/plans.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import { execute, loadStream } from '#streams/repository.ts';
import { timedMetadata } from './metadata.ts';
import type { PeriodicTask } from './periodic.ts';

export interface UsageReporterDependencies {
  events: EventStore;
  payments: Payments;
  clock: Clock;
  /** What the organization verified on days from `first` to `last`, YYYY-MM-DD; days without use may be left out. */
  usedFrom(organizationId: string, first: string, last: string): Promise<{ day: string; verified_bytes: number }[]>;
}

const NAME = 'usage-reporter';
const INTERVAL_MS = 600_000;
/** A verification counts for the day on which it began; by then all of a day have ended, and the view shows them. */
const SETTLED_AFTER_MS = 2 * 3_600_000;
const DAY_MS = 86_400_000;
const PAGE = 500;
const SUBSCRIBED = { types: registry.storedTypes(['SubscriptionChanged']) };

/**
 * A day is reported first and recorded then, so none is lost; a report that is repeated after a crash bears the same
 * name, and the provider counts it once.
 */
export function createUsageReporter(dependencies: UsageReporterDependencies): PeriodicTask {
  const { events, clock } = dependencies;
  const subscribers = new Set<string>();
  let seenUntil: Position = START;

  async function lookForSubscribers(): Promise<void> {
    for (let atEnd = false; !atEnd; ) {
      const page = await events.readAll({ after: seenUntil, limit: PAGE, filter: SUBSCRIBED });
      for (const recorded of page.events) {
        const event = decodeEvent(recorded);
        if (event?.type === 'SubscriptionChanged') subscribers.add(event.data.organization_id);
      }
      seenUntil = page.position;
      atEnd = page.at_end;
    }
  }

  return {
    name: NAME,
    interval_ms: INTERVAL_MS,
    async run(signal) {
      await lookForSubscribers();
      const last = dayOf(clock.now() - SETTLED_AFTER_MS - DAY_MS);
      for (const organizationId of subscribers) {
        if (signal.aborted) return;
        await reportUntil(dependencies, organizationId, last);
      }
    },
  };
}

async function reportUntil(
  { events, payments, clock, usedFrom }: UsageReporterDependencies,
  organization_id: string,
  lastSettled: string,
): Promise<void> {
  const stream = billingStream(organization_id);
  const { state } = await loadStream(events, billingDecider, stream);
  const { subscription } = state;
  if (subscription === null || subscription.payment_provider !== payments.name) return;
  const first = firstUnreported(state);
  // A subscription that has ended is charged for its last day.
  const ended = isCharged(subscription.status) ? lastSettled : subscription.changed_at.slice(0, lastSettled.length);
  const last = ended < lastSettled ? ended : lastSettled;
  if (first === null || first > last) return;
  const { customer_id, subscription_id } = subscription;
  for (const { day, verified_bytes } of await usedFrom(organization_id, first, last)) {
    if (verified_bytes === 0) continue;
    await payments.reportUsage({ organization_id, customer_id, day, verified_bytes });
    const data = { organization_id, subscription_id, day, verified_bytes, reported_at: timestamp(clock) };
    const command = { type: 'RecordReportedUsage', data } as const;
    const metadata = timedMetadata(NAME, day, organization_id);
    await execute(events, billingDecider, stream, command, { metadata });
  }
}

/** The day after the last one reported, or the one on which the organization first subscribed. */
function firstUnreported({ reportedUntil, subscribedSince }: BillingState): string | null {
  if (reportedUntil !== null && (subscribedSince === null || reportedUntil >= subscribedSince)) {
    return dayOf(Date.parse(reportedUntil) + DAY_MS);
  }
  return subscribedSince;
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
