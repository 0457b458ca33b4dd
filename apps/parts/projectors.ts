/** The projectors: every view, kept up to date from the log. */
import { PROJECTIONS } from '#projectors/all.ts';
import { type RunningProjector, runProjector } from '#projectors/run-projector.ts';
import type { Closing } from './closing.ts';
import type { Core } from './core.ts';

export function startProjectors(
  { stores, logger }: Pick<Core, 'stores' | 'logger'>,
  closing: Closing,
): readonly RunningProjector[] {
  const projectors = PROJECTIONS.map((projection) =>
    runProjector(projection, {
      eventStore: stores.events,
      readStore: stores.views,
      onUnreadable: (event) => logger.error(event, 'an event of the log can not be read and was passed over'),
      onFailure: ({ view, error, retry_in_ms }) =>
        logger.error({ err: error, view, retry_in_ms }, 'projector failed, will be tried again'),
    }),
  );
  closing.push(() => Promise.all(projectors.map((projector) => projector.stop())));
  return projectors;
}
