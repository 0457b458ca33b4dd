/** Reports the bytes verified by organizations with a plan to the payment provider, once for each day (UTC). */
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { type EventStore, type Position, START } from '#contracts/ports/event-store.ts';
import type { Payments } from '#contracts/ports/payments.ts';
import { BILLING } from '#domain/billing/decider.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import { execute, load } from '#streams/repository.ts';
import { timedMetadata } from '../runs/metadata.ts';
import type { PeriodicTask } from './periodic.ts';

export interface UsageReporterDependencies {
  events: EventStore;
  payments: Payments;
  clock: Clock;
  /** Whether the usage view includes everything that the log holds now. May wait for it, until the signal aborts. */
  isCurrent(signal: AbortSignal): Promise<boolean>;
  /** Called if an organization's usage could not be reported. */
  onFailure(organizationId: string, error: unknown): void;
  /**
   * Bytes of the verifications whose completion was recorded on the days from `first` to `last` (YYYY-MM-DD); days
   * without usage may be missing.
   */
  usedFrom(organizationId: string, first: string, last: string): Promise<{ day: string; verified_bytes: number }[]>;
}

const NAME = 'usage-reporter';
const INTERVAL_MS = 600_000;
/**
 * A text counts for the day on which its completion was recorded. The store's clock may lag behind by less than this.
 */
const SETTLED_AFTER_MS = 2 * 3_600_000;
const DAY_MS = 86_400_000;
const PAGE = 500;
const SUBSCRIBED = { types: registry.storedTypes(['SubscriptionChanged']) };

/**
 * A day is reported before it is recorded, so no day is lost. A report that is repeated after a crash has the same
 * name, so the provider counts it once.
 */
export function createUsageReporter(dependencies: UsageReporterDependencies): PeriodicTask {
  const { events, clock, isCurrent, onFailure } = dependencies;
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
      if (!(await isCurrent(signal))) return;
      await lookForSubscribers();
      const last = dayOf(clock.now() - SETTLED_AFTER_MS - DAY_MS);
      for (const organizationId of subscribers) {
        if (signal.aborted) return;
        // Continue with the other organizations; this one is retried in the next round.
        await reportUntil(dependencies, organizationId, last).catch((error) => onFailure(organizationId, error));
      }
    },
  };
}

async function reportUntil(
  { events, payments, clock, usedFrom }: UsageReporterDependencies,
  organization_id: string,
  lastSettled: string,
): Promise<void> {
  const { charged, reportedUntil } = (await load(events, BILLING, organization_id)).state;
  const unreported = reportedUntil === null ? '' : dayOf(Date.parse(reportedUntil) + DAY_MS);
  const done = new Set<string>();
  for (const { payment_provider, customer_id, subscription_id, first, last } of charged) {
    if (payment_provider !== payments.name) continue;
    const from = laterOf(first, unreported);
    const to = last === null || last > lastSettled ? lastSettled : last;
    if (from > to) continue;
    for (const { day, verified_bytes } of await usedFrom(organization_id, from, to)) {
      // A day on which one subscription ended and another began is charged once.
      if (verified_bytes === 0 || done.has(day)) continue;
      await payments.reportUsage({ organization_id, customer_id, day, verified_bytes });
      done.add(day);
      const data = { organization_id, subscription_id, day, verified_bytes, reported_at: timestamp(clock) };
      const command = { type: 'RecordReportedUsage', data } as const;
      const metadata = timedMetadata(NAME, day, organization_id);
      await execute(events, BILLING, organization_id, command, { metadata });
    }
  }
}

function laterOf(day: string, other: string): string {
  return day.localeCompare(other) < 0 ? other : day;
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
