/** Reports usage to the payment provider. */
import { systemTimers } from '#common/time.ts';
import { startPeriodic } from '#pipeline/periodic/periodic.ts';
import { createUsageReporter } from '#pipeline/periodic/usage-reporter.ts';
import { catchUpOfCheckpoints } from '#projectors/catch-up.ts';
import { USAGE, type UsageDayDocument } from '#projectors/usage/document.ts';
import type { Core } from './core.ts';
import type { Stores } from './stores.ts';

/** Starts reporting usage to the payment provider. */
export function startUsageReporter(
  { stores, payments, logger }: Pick<Core, 'stores' | 'payments' | 'logger'>,
  instance: string,
  closing: AsyncDisposableStack,
): void {
  const { events, views, clock, operations } = stores;
  const shows = catchUpOfCheckpoints(views, [USAGE]);
  const reporter = createUsageReporter({
    events,
    payments,
    clock,
    isCurrent: async (signal) => shows(await events.head(), CURRENT_WITHIN_MS, signal),
    onFailure: (organization_id, err) => logger.error({ err, organization_id }, 'usage could not be reported'),
    usedFrom: (...asked) => usedFrom(views, ...asked),
  });
  const { leases } = operations;
  closing.defer(startPeriodic(reporter, { leases, clock, timers: systemTimers, logger, holder: instance }));
}

/** Under load, the view is always a little behind; the next round then reports. */
const CURRENT_WITHIN_MS = 10_000;

/** Unreported days are at most about a year old, even if the service was stopped for long. */
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
    .map(({ date, completed_bytes }) => ({ day: date, verified_bytes: completed_bytes }))
    .reverse();
}
