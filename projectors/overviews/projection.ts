import { verificationIdOf } from '#domain/verification/decider.ts';
import {
  VERIFICATION_EVENTS,
  type VerificationEvent,
  type VerificationRequestedData,
} from '#domain/verification/events.ts';
import { evolveProgress, NO_PROGRESS } from '#domain/verification/progress.ts';
import type { Projection } from '../projection.ts';
import { OVERVIEWS, type OverviewDocument } from './document.ts';

/** Events that change no progress. */
const UNSEEN: readonly string[] = [
  'CompletionGenerated',
  'ExtractionConsulted',
  'SourcesAsked',
  'ModelConsulted',
  'DocumentVerificationEnded',
  'StageDeadLettered',
  'ReviewRecorded',
  'VerificationErased',
];

/** Folds a verification's events into its progress, with the function that folds the stream. */
export const overviewsProjection: Projection<VerificationEvent> = {
  view: OVERVIEWS,
  events: VERIFICATION_EVENTS.map(({ name }) => name).filter((name) => !UNSEEN.includes(name)),
  root: ({ stream }) => verificationIdOf(stream),
  reads: () => [],

  async project({ event, stream }, documents) {
    const id = verificationIdOf(stream);
    if (event.type === 'VerificationRequested') {
      documents.put<OverviewDocument>(id, { ...requestOf(event.data), ...evolveProgress(NO_PROGRESS, event) });
      return;
    }
    const known = await documents.get<OverviewDocument>(id);
    if (known === null) return;
    const progress = evolveProgress(known, event);
    if (progress !== known) documents.put<OverviewDocument>(id, { ...known, ...progress });
  },
};

function requestOf(data: VerificationRequestedData): Omit<OverviewDocument, keyof typeof NO_PROGRESS> {
  const { organization_id, verification_id, request_id, key_id, kind, profile, mode, characters } = data;
  const { created_at, expires_at, project_id = null, document } = data;
  return {
    organization_id,
    verification_id,
    request_id,
    key_id,
    project_id,
    job_id: document?.job_id ?? null,
    kind,
    profile,
    mode,
    characters,
    created_at,
    expires_at,
  };
}
