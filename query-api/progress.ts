/**
 * How far a verification is, once or as a stream. Read from a view, so it is the same on every instance and after a restart,
 * and as cheap for a long text as for a short one; at most about half a second old.
 */
import { pause, systemTimers } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import { START } from '#contracts/ports/event-store.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { hasEnded } from '#domain/verification/ended.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { evolveProgress, NO_PROGRESS, type Progress, type RunStage, stageAt } from '#domain/verification/progress.ts';
import { OVERVIEWS, type OverviewDocument } from '#projectors/overviews/document.ts';
import { readInPages } from '#streams/read-in-pages.ts';
import type { QueryDependencies } from './dependencies.ts';
import type { WatchOptions } from './watch.ts';

type Dependencies = Pick<QueryDependencies, 'events' | 'views'>;

export interface VerificationProgress extends Progress {
  verification_id: string;
  /** The stage that works on it; null once the run has ended. */
  stage: RunStage | null;
}

const EVERY_MS = 250;

/** The progress of a verification. Throws ApiError not_found, also for one of another organization. */
export async function progressOf(
  dependencies: Dependencies,
  organizationId: string,
  id: string,
): Promise<VerificationProgress> {
  return (await look(dependencies, organizationId, id)).progress;
}

/**
 * Yields the progress at once and whenever it has changed, until the run has ended: that comes last. Never goes back, but
 * for a new run. Ends early when the signal is aborted. Throws like `progressOf`.
 */
export async function* watchProgress(
  dependencies: Dependencies,
  organizationId: string,
  id: string,
  { signal, everyMs = EVERY_MS, timers = systemTimers }: WatchOptions,
): AsyncGenerator<VerificationProgress> {
  let shown = '';
  while (!signal.aborted) {
    const { progress, position } = await look(dependencies, organizationId, id);
    if (position > shown) {
      shown = position;
      yield progress;
      if (hasEnded(progress)) return;
    }
    await pause(timers, everyMs, signal);
  }
}

interface Look {
  progress: VerificationProgress;
  /** Position of the last event that it includes. */
  position: string;
}

async function look(dependencies: Dependencies, organizationId: string, id: string): Promise<Look> {
  const found = (await inView(dependencies, id)) ?? (await inStream(dependencies, id));
  if (found === null || found.organization_id !== organizationId) throw new ApiError('not_found');
  const { status, run, claims, verdicts, ended_at, failure, expired_at } = found.progress;
  const progress = { status, run, claims, verdicts, ended_at, failure, expired_at };
  return { progress: { verification_id: id, stage: stageAt(progress), ...progress }, position: found.position };
}

interface Found {
  organization_id: string;
  progress: Progress;
  position: string;
}

async function inView({ views }: Dependencies, id: string): Promise<Found | null> {
  const stored = await views.get(OVERVIEWS, id);
  if (stored === null) return null;
  const document = stored.document as unknown as OverviewDocument;
  return { organization_id: document.organization_id, progress: document, position: stored.position };
}

/** A verification that the view does not show yet has just begun, so its stream is short. */
async function inStream({ events }: Dependencies, id: string): Promise<Found | null> {
  let organization_id: string | null = null;
  let progress = NO_PROGRESS;
  let position: string = START;
  for await (const page of readInPages(events, VERIFICATION.stream(id))) {
    for (const recorded of page) {
      const event = decodeEvent(recorded) as VerificationEvent | null;
      if (event?.type === 'VerificationRequested') organization_id = event.data.organization_id;
      if (event !== null) progress = evolveProgress(progress, event);
      position = recorded.position;
    }
  }
  return organization_id === null ? null : { organization_id, progress, position };
}
