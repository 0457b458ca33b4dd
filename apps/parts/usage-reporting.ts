/** What was used, as the payment provider is told. */
import { systemTimers } from '#common/time.ts';
import { startPeriodic } from '#pipeline/periodic.ts';
import { createUsageReporter } from '#pipeline/usage-reporter.ts';
import { USAGE, type UsageDayDocument } from '#projectors/usage/document.ts';
import type { Core } from './core.ts';
import type { Stores } from './stores.ts';

/** Starts telling the payment provider what was used. */
export function startUsageReporter(
  { stores, payments, logger }: Pick<Core, 'stores' | 'payments' | 'logger'>,
  instance: string,
  closing: AsyncDisposableStack,
): void {
  const { events, views, clock, operations } = stores;
  const reporter = createUsageReporter({ events, payments, clock, usedFrom: (...asked) => usedFrom(views, ...asked) });
  const { leases } = operations;
  closing.defer(startPeriodic(reporter, { leases, clock, timers: systemTimers, logger, holder: instance }));
}

/** Days that were not reported in time, because the service was stopped, are more than a year old at most. */
const MOST_DAYS = 400;

async function usedFrom(views: Stores['views'], organization_id: string, first: string, last: string) {
  const found = await views.find(USAGE, {
    where: { organization_id },
    sort: { field: 'date', direction: 'descending' },
    limit: MOST_DAYS,
  });
  return found
    .map(({ document }) => document as unknown as UsageDayDocument)
    .filter(({ date }) => date >= first && date <= last)
    .map(({ date, totals }) => ({ day: date, verified_bytes: totals.verified_bytes }))
    .reverse();
}
