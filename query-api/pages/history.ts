/** Pages of the events of a verification, oldest first, and how far it was at any of them. */
import { Turn } from '#common/turns.ts';
import { ApiError } from '#contracts/errors.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { evolveProgress, NO_PROGRESS, type Progress, type RunStage, stageAt } from '#domain/verification/progress.ts';
import { readInPages } from '#streams/read-in-pages.ts';
import { verificationRequest } from '#streams/verification-request.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { type ReplayedEvent, replayedEvents } from '../replay.ts';
import { numberCursor, placeNumber } from './cursor.ts';
import { entriesOf, type Page, type PageOptions } from './page.ts';

type Texts = Pick<QueryDependencies, 'events' | 'vault' | 'sealer'>;
type Events = Pick<EventStore, 'readStream'>;

const LIST = 'history';

/** Reads only the events that it shows. Throws ApiError not_found, also for another organization's, and validation_error. */
export async function historyPage(
  dependencies: Texts,
  organizationId: string,
  id: string,
  options: PageOptions,
): Promise<Page<ReplayedEvent>> {
  await requireOwn(dependencies.events, organizationId, id);
  const limit = entriesOf(options);
  const from = options.after == null ? 0 : placeNumber(LIST, options.after) + 1;
  const recorded = await dependencies.events.readStream(VERIFICATION.stream(id), { from, limit: limit + 1 });
  const data = await replayedEvents(dependencies, id, recorded.slice(0, limit));
  return { data, next: recorded.length > limit ? numberCursor(LIST, data.at(-1)!.revision) : null };
}

/** A verification as it was after one of its events. */
export interface PastProgress extends Progress {
  /** Of that event. */
  revision: number;
  recorded_at: string;
  stage: RunStage | null;
}

/**
 * How far a verification was after the event with this revision: counts and times, which outlive its text. Throws ApiError
 * not_found, also if it has no such event.
 */
export async function progressAfter(
  { events }: { events: Events },
  organizationId: string,
  id: string,
  revision: number,
): Promise<PastProgress> {
  await requireOwn(events, organizationId, id);
  let progress = NO_PROGRESS;
  const turn = new Turn();
  for await (const page of readInPages(events, VERIFICATION.stream(id))) {
    for (const recorded of page) {
      if (turn.isOver) await turn.next();
      const event = decodeEvent(recorded) as VerificationEvent | null;
      if (event !== null) progress = evolveProgress(progress, event);
      if (recorded.revision === revision) {
        return { revision, recorded_at: recorded.recorded_at, stage: stageAt(progress), ...progress };
      }
    }
  }
  throw new ApiError('not_found');
}

async function requireOwn(events: Events, organizationId: string, id: string): Promise<void> {
  const request = await verificationRequest(events, id);
  if (request?.organization_id !== organizationId) throw new ApiError('not_found');
}
