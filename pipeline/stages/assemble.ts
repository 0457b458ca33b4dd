/**
 * DocumentVerificationEnded → the job's artifacts and DocumentSucceeded, or DocumentFailed or DocumentCancelled. The
 * artifacts have the same ids and names whenever the stage runs again.
 */

import { inPieces } from '#common/in-pieces.ts';
import { timestamp } from '#common/time.ts';
import type { ArtifactKind } from '#contracts/document-vocabulary.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import type { DocumentArtifact, DocumentSubmittedData } from '#domain/document-job/events.ts';
import { nextStep } from '#domain/document-job/workflow.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { openContent } from '#domain/verification/result.ts';
import type { VerificationState } from '#domain/verification/state.ts';
import { jsonOf } from '#results/json.ts';
import { exportPage } from '#results/page/page.ts';
import { pagesOf } from '#results/shown.ts';
import { storeArtifact } from '#sealed/document-artifacts.ts';
import type { VerificationTexts } from '#sealed/verification-texts.ts';
import {
  executeOnJob,
  isExpired,
  type LoadedJob,
  type SubmittedJob,
  submittedJob,
  ZERO_RETENTION_SHOWN_MS,
} from '#streams/document-jobs.ts';
import { load } from '#streams/repository.ts';
import { stageMetadata } from '../runs/metadata.ts';
import { textsUnlessLost } from '../runs/texts.ts';
import { failJob } from './documents.ts';
import type { AssembleDependencies, StageHandler } from './stage.ts';

/**
 * Does nothing while the verification is running, or before the job has recorded that its text was read: the parse stage
 * looks at the verification after it has recorded that, so one of the two always sees both.
 */
export function createAssembleStage(dependencies: AssembleDependencies): StageHandler {
  const { verifications, events, clock } = dependencies;
  return async (message, { signal }) => {
    const id = verificationIdOf(message.stream);
    const metadata = stageMetadata('assemble', id, message);
    const { state } = await verifications.load(id, { policy: 'cached', revision: message.revision });
    const { request, status } = state.head;
    const jobId = request?.document?.job_id;
    if (request === null || jobId === undefined) return;
    const loaded = await load(events, DOCUMENT_JOB, jobId);
    const job = submittedJob(loaded.state);
    // Until then the parse stage goes on by itself.
    if (job === null || job.status !== 'running' || job.parsed === null) return;
    const texts = status === 'completed' ? await textsUnlessLost(verifications, id, request, 'cached') : null;
    const step = nextStep({
      job,
      verification: state.head,
      hasKey: texts !== null,
      isExpired: isExpired(job, clock.now()),
      read: null,
      isReserved: null,
      isBegun: false,
    });
    switch (step.do) {
      case 'assemble':
        return assemble(dependencies, loaded, state, texts!, metadata, signal);
      case 'fail':
        await failJob(dependencies, metadata, loaded, step.failure);
        return;
      case 'end_cancelled': {
        const command = { type: 'EndCancelled', attempt: job.attempt, cancelled_at: timestamp(clock) } as const;
        await executeOnJob(events, jobId, command, metadata, loaded);
        return;
      }
    }
  };
}

/** Stores the artifacts of a completed verification, and ends its job. */
export async function assemble(
  dependencies: AssembleDependencies,
  loaded: LoadedJob,
  state: VerificationState,
  texts: VerificationTexts,
  metadata: EventMetadata,
  signal: AbortSignal,
): Promise<void> {
  const { events, clock, documents } = dependencies;
  const job = submittedJob(loaded.state)!;
  const { attempt } = job;
  const { job_id, verification_id } = job.submitted;
  const expires_at = expiryOf(job, clock.now());
  const artifacts = await storeArtifacts(dependencies, verification_id, state, texts, job.submitted, expires_at);
  signal.throwIfAborted();
  if (job.submitted.zero_retention) await documents.vault.reschedule(verification_id, expires_at);
  const command = { type: 'SucceedDocument', attempt, succeeded_at: timestamp(clock), expires_at, artifacts } as const;
  await executeOnJob(events, job_id, command, metadata, loaded);
  await recordPace(dependencies, job, state.head.extraction?.claims ?? 0);
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

function expiryOf({ submitted }: SubmittedJob, nowMs: number): string {
  return submitted.zero_retention ? new Date(nowMs + ZERO_RETENTION_SHOWN_MS).toISOString() : submitted.expires_at;
}

async function storeArtifacts(
  { blobs, documents, verifications }: AssembleDependencies,
  id: string,
  state: VerificationState,
  { key, opener }: VerificationTexts,
  { kind }: DocumentSubmittedData,
  expiresAt: string,
): Promise<DocumentArtifact[]> {
  const { sealer } = documents;
  const details = verifications.details(id);
  const { head } = state;
  const shown = { head, pages: pagesOf(state, details), file: async () => kind, open: async () => opener };
  const store = (kind: ArtifactKind, parts: Parameters<typeof inPieces>[0]) =>
    storeArtifact({ blobs, sealer }, { id, key }, kind, inPieces(parts), expiresAt);
  return [
    await store('extracted_text', [openContent(head.request!, opener)]),
    await store('report_html', exportPage(shown)),
    await store(
      'result_json',
      jsonOf(shown, (result) => result),
    ),
  ];
}
