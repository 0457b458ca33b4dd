/** The projectors: every view, kept up to date from the log. */
import { PROJECTIONS } from '#projectors/all.ts';
import type { Projection } from '#projectors/projection.ts';
import { type RunningProjector, runProjector } from '#projectors/run-projector.ts';
import type { Closing } from './closing.ts';
import type { Core } from './core.ts';
import { aborted, type LeaseDependencies, whileHolding } from './leases.ts';

type Needed = Pick<Core, 'stores' | 'logger'>;

/** For a process beside which no other writes the views. */
export function startProjectors(core: Needed, closing: Closing): readonly RunningProjector[] {
  const projectors = PROJECTIONS.map((projection) => start(projection, core));
  closing.push(() => Promise.all(projectors.map((projector) => projector.stop())));
  return projectors;
}

/** For one of several processes: each view is written by the one that holds its lease. */
export function startLeasedProjectors(core: Needed, leases: LeaseDependencies, closing: Closing): void {
  const stops = PROJECTIONS.map((projection) =>
    whileHolding(
      `projector-${projection.view.name}`,
      async (signal) => {
        const projector = start(projection, core);
        await aborted(signal);
        // A batch that is written after the lease was lost does no harm: every write is guarded by its position.
        await projector.stop();
      },
      leases,
    ),
  );
  closing.push(() => Promise.all(stops.map((stop) => stop())));
}

function start(projection: Projection, { stores, logger }: Needed): RunningProjector {
  return runProjector(projection, {
    eventStore: stores.events,
    readStore: stores.views,
    onUnreadable: (event) => logger.error(event, 'an event of the log can not be read and was passed over'),
    onFailure: ({ view, error, retry_in_ms }) =>
      logger.error({ err: error, view, retry_in_ms }, 'projector failed, will be tried again'),
  });
}
