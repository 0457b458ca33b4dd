/**
 * DocumentVerificationEnded → the job's artifacts and DocumentSucceeded, or DocumentFailed or DocumentCancelled. The
 * artifacts have the same ids and names whenever the stage runs again.
 */

import { inPieces, type Part } from '#common/in-pieces.ts';
import { timestamp } from '#common/time.ts';
import type { ArtifactKind, JobErrorCode, JobStage } from '#contracts/document-vocabulary.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { isUnknownKey } from '#contracts/ports/key-vault.ts';
import type { FailureReason } from '#contracts/vocabulary.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import type { DocumentArtifact } from '#domain/document-job/events.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { isRestartable } from '#domain/verification/ended.ts';
import { openContent } from '#domain/verification/result.ts';
import type { VerificationHead, VerificationState } from '#domain/verification/state.ts';
import { jsonOf } from '#results/json.ts';
import { exportPage } from '#results/page/page.ts';
import { pagesOf } from '#results/shown.ts';
import { storeArtifact } from '#streams/document-artifacts.ts';
import { executeOnJob, type SubmittedJob, submittedJob, ZERO_RETENTION_SHOWN_MS } from '#streams/document-jobs.ts';
import { load } from '#streams/repository.ts';
import type { LoadOptions } from '#streams/verification-streams.ts';
import type { VerificationTexts } from '#streams/verification-texts.ts';
import { failJob } from './documents.ts';
import { stageMetadata } from './metadata.ts';
import type { AssembleDependencies, StageHandler } from './stage.ts';

export function createAssembleStage(dependencies: AssembleDependencies): StageHandler {
  return async (message, context) => {
    const id = verificationIdOf(message.stream);
    await assembleEnded(dependencies, id, stageMetadata('assemble', id, message), {
      load: { policy: 'cached', revision: message.revision },
      signal: context.signal,
    });
  };
}

export interface AssembleOptions {
  /** Default: as stored. */
  load?: LoadOptions;
  signal: AbortSignal;
}

/**
 * Ends the job of a verification in the way that the verification has ended. Does nothing while the verification is
 * running, or before the job has recorded that its text was read: the parse stage looks here after it has recorded
 * that, so one of the two always sees both. A verification that failed before the job's present attempt restarted it
 * says nothing about this attempt.
 */
export async function assembleEnded(
  dependencies: AssembleDependencies,
  id: string,
  metadata: EventMetadata,
  { signal, load: options }: AssembleOptions,
): Promise<void> {
  const { verifications, events, clock, documents } = dependencies;
  const { state } = await verifications.load(id, options);
  const { head } = state;
  const jobId = head.request?.document?.job_id;
  if (jobId === undefined) return;
  const loaded = await load(events, DOCUMENT_JOB, jobId);
  const job = submittedJob(loaded.state);
  if (job === null || job.status !== 'running' || job.parsed === null) return;
  const { attempt } = job;

  if (isRestartable(head)) {
    // Before VerificationCancelled, a cancelled run failed with this reason.
    if (head.status === 'cancelled' || head.failure!.reason === 'cancelled') {
      const command = { type: 'EndCancelled', attempt, cancelled_at: timestamp(clock) } as const;
      await executeOnJob(events, jobId, command, metadata, loaded);
    } else {
      const { reason, stage } = head.failure!;
      await failJob(dependencies, metadata, loaded, { stage: stageOf(stage), error_code: ERRORS[reason] });
    }
    return;
  }
  if (head.status !== 'completed') return;
  const texts = await textsOrNull(dependencies, id, head);
  if (texts === null) {
    await failJob(dependencies, metadata, loaded, { stage: 'assembling', error_code: 'source_expired' });
    return;
  }
  const expires_at = expiryOf(job, clock.now());
  const artifacts = await storeArtifacts(dependencies, id, state, texts, expires_at);
  signal.throwIfAborted();
  if (job.submitted.zero_retention) await documents.vault.reschedule(id, expires_at);
  const command = { type: 'SucceedDocument', attempt, succeeded_at: timestamp(clock), expires_at, artifacts } as const;
  await executeOnJob(events, jobId, command, metadata, loaded);
  await recordPace(dependencies, job, head.extraction?.claims ?? 0);
}

/**
 * Measures first attempts only, because later ones find the text of earlier ones. A failure is logged and ignored: an
 * estimate is not worth repeating the stage.
 */
async function recordPace(
  { documents, clock }: AssembleDependencies,
  job: SubmittedJob,
  claims: number,
): Promise<void> {
  const { submitted, attempt, started_at, parsed } = job;
  if (attempt > 1 || started_at === null || parsed === null) return;
  const { organization_id, kind, bytes } = submitted;
  const parsedMs = Date.parse(parsed.parsed_at);
  const measured = {
    ...{ kind, bytes, claims },
    reading_seconds: (parsedMs - Date.parse(started_at)) / 1_000,
    verifying_seconds: (clock.now() - parsedMs) / 1_000,
  };
  await documents.recordPace(organization_id, measured).catch(() => {});
}

/** The job's error code for each reason of a failed verification. */
const ERRORS: Readonly<Record<FailureReason, JobErrorCode>> = {
  engine_error: 'internal_error',
  engine_timeout: 'internal_error',
  provider_unavailable: 'provider_unavailable',
  key_lost: 'source_expired',
  source_expired: 'source_expired',
  cost_limit_exceeded: 'cost_limit_exceeded',
  cancelled: 'internal_error',
  internal_error: 'internal_error',
};

function stageOf(stage: string): JobStage {
  switch (stage) {
    case 'retrieve':
      return 'retrieving';
    case 'judge':
      return 'judging';
    case 'conclude':
      return 'assembling';
    default:
      return 'extracting';
  }
}

function expiryOf({ submitted }: SubmittedJob, nowMs: number): string {
  return submitted.zero_retention ? new Date(nowMs + ZERO_RETENTION_SHOWN_MS).toISOString() : submitted.expires_at;
}

async function textsOrNull(
  { verifications }: AssembleDependencies,
  id: string,
  { request }: VerificationHead,
): Promise<VerificationTexts | null> {
  try {
    return await verifications.texts(id, 'cached');
  } catch (error) {
    if (request?.zero_retention && isUnknownKey(error)) return null;
    throw error;
  }
}

async function storeArtifacts(
  { blobs, documents }: AssembleDependencies,
  id: string,
  state: VerificationState,
  { key, opener }: VerificationTexts,
  expiresAt: string,
): Promise<DocumentArtifact[]> {
  const { sealer } = documents;
  const { head } = state;
  const shown = { head, pages: pagesOf(state), open: async () => opener };
  const store = (kind: ArtifactKind, content: Uint8Array) =>
    storeArtifact({ blobs, sealer }, { id, key }, kind, content, expiresAt);
  return [
    await store('extracted_text', Buffer.from(openContent(head.request!, opener))),
    await store('report_html', await whole(exportPage(shown))),
    await store('result_json', await whole(jsonOf(shown, (result) => result))),
  ];
}

async function whole(parts: AsyncIterable<Part>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(inPieces(parts)));
}
