/** Starts the projectors, which keep all views up to date with the log. */
import { aborted, type LeaseDependencies, whileHolding } from '#common/leases.ts';
import type { Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import type { View } from '#contracts/ports/read-store.ts';
import { VERIFICATION, verificationIdOf } from '#domain/verification/decider.ts';
import { END_EVENTS } from '#domain/verification/ended.ts';
import { PROJECTIONS, VERIFICATION_PROJECTIONS } from '#projectors/all.ts';
import { filterOf } from '#projectors/batch.ts';
import type { BatchWindowSettings } from '#projectors/batch-window.ts';
import { OVERVIEWS } from '#projectors/overviews/document.ts';
import type { Projection } from '#projectors/projection.ts';
import { type ProjectorDependencies, type RunningProjector, runProjector } from '#projectors/run-projector.ts';
import { USAGE } from '#projectors/usage/document.ts';
import type { Core } from './core.ts';
import { watchLag } from './lag.ts';

/** After a restart, the last second of the log is read again, which takes some milliseconds. */
const CHECKPOINT_EVERY_MS = 1_000;
/**
 * Longer than all stages of a short text together. After its last event, the wait is short: the response goes out
 * first.
 */
const BATCH_WINDOW: BatchWindowSettings = {
  ms: 500,
  last: [...END_EVENTS, 'VerificationExpired', 'VerificationErased', 'ReviewRecorded'],
  after_last_ms: 25,
};
/** In a process beside others, no response waits for this process's projector, and a waiting reader can't signal it. */
const BATCH_WINDOW_FOR_OTHERS: BatchWindowSettings = { ...BATCH_WINDOW, after_last_ms: 0 };
/** All verifications of a day change the same document, and nobody waits for it. */
const BATCH_WINDOW_OF_USAGE: BatchWindowSettings = { ms: 1_000, last: [], after_last_ms: 0 };

/** How quickly a view follows the log. */
type Promptness = Pick<ProjectorDependencies, 'checkpointEveryMs' | 'batchWindow' | 'eventsOnly'>;
type Needed = Pick<Core, 'stores' | 'logger' | 'metrics'>;

/** For the only process that writes the views. */
export function startProjectors(core: Needed, closing: AsyncDisposableStack): readonly RunningProjector[] {
  const projectors = PROJECTIONS.map((projection) => {
    const batchWindow = batchWindowOf(projection, BATCH_WINDOW);
    const projector = start(projection, core, {
      checkpointEveryMs: CHECKPOINT_EVERY_MS,
      ...(batchWindow && { batchWindow }),
    });
    watch(projection, projector.position, core);
    return projector;
  });
  closing.defer(async () => {
    await Promise.all(projectors.map((projector) => projector.stop()));
  });
  return projectors;
}

/** The lease of who writes a view: each version of it has its own, as versions have their own documents. */
export function leaseOf({ name, version }: View): string {
  return `projector-${name}-v${version}`;
}

/** For one of several processes: each view is written by the holder of its lease. */
export function startLeasedProjectors(core: Needed, leases: LeaseDependencies, closing: AsyncDisposableStack): void {
  const { views } = core.stores;
  for (const projection of PROJECTIONS)
    watch(projection, async () => views.checkpoint(await views.live(projection.view)), core);
  const stops = PROJECTIONS.map((projection) =>
    whileHolding(
      leaseOf(projection.view),
      async (signal) => {
        const batchWindow = batchWindowOf(projection, BATCH_WINDOW_FOR_OTHERS);
        const isAwaited = VERIFICATION_PROJECTIONS.includes(projection);
        const lowPriority = { checkpointEveryMs: CHECKPOINT_EVERY_MS, eventsOnly: true };
        const projector = start(projection, core, {
          ...(!isAwaited && lowPriority),
          ...(batchWindow && { batchWindow }),
        });
        await aborted(signal);
        // A batch written after the lease was lost does no harm, as every write is guarded by its position.
        await projector.stop();
      },
      leases,
    ),
  );
  closing.defer(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
}

/** `awaited`: the settings for views that a caller may wait for. Other views are written as their events arrive. */
function batchWindowOf(projection: Projection, awaited: BatchWindowSettings): BatchWindowSettings | undefined {
  if (VERIFICATION_PROJECTIONS.includes(projection) || projection.view === OVERVIEWS) return awaited;
  return projection.view === USAGE ? BATCH_WINDOW_OF_USAGE : undefined;
}

function start(projection: Projection, { stores, logger }: Needed, promptness: Promptness): RunningProjector {
  return runProjector(projection, {
    events: stores.events,
    views: stores.views,
    ...promptness,
    onUnreadable: (view, event) => {
      const { id: event_id, type: event_type, position } = event;
      const fields = { view, ...idsOf(event), event_id, event_type, position };
      logger.error(fields, 'an event of the log cannot be read and was skipped');
    },
    ...(logger.isLevelEnabled('debug') && {
      onShown: (view, events) => {
        // A verification has one event of a type per claim; a line for each would be most of the log.
        for (const group of Map.groupBy(events, ({ stream, type }) => `${stream} ${type}`).values()) {
          const first = group[0]!;
          const fields = { view, ...idsOf(first), event_type: first.type, events: group.length };
          logger.debug(fields, 'event shown');
        }
      },
    }),
    onFailure: ({ view, error, retry_in_ms }) =>
      logger.error({ err: error, view, retry_in_ms }, 'projector failed, will be tried again'),
  });
}

/** The verification id is part of the stream name. */
function idsOf({ stream, metadata }: RecordedEvent) {
  const verification_id = stream.startsWith(VERIFICATION.streamPrefix)
    ? { verification_id: verificationIdOf(stream) }
    : {};
  return { request_id: metadata.request_id, ...verification_id };
}

function watch(
  projection: Projection,
  position: () => Position | Promise<Position>,
  { metrics, stores }: Needed,
): void {
  const labels = { kind: 'projector' as const, subscription: projection.view.name };
  watchLag(metrics, stores, labels, { position, filter: filterOf(projection) });
}
