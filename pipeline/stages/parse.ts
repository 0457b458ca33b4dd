/**
 * DocumentSubmitted, DocumentRetried → DocumentProcessingStarted, then VerificationRequested in the stream of the
 * document's verification and DocumentParsed; or DocumentFailed. If the verification has ended by then, ends the job as
 * the assemble stage does. What comes when is decided by the workflow (`domain/document-job/workflow.ts`).
 */

import { timestamp } from '#common/time.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import { DOCUMENT_JOB, needsUpload } from '#domain/document-job/decider.ts';
import { jobIdOf } from '#domain/document-job/ids.ts';
import { type DocumentSituation, nextStep } from '#domain/document-job/workflow.ts';
import { isRestartable } from '#domain/verification/ended.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import type { VerificationState } from '#domain/verification/state.ts';
import { uploadPrefix } from '#sealed/document-uploads.ts';
import type { VerificationTexts } from '#sealed/verification-texts.ts';
import { costLimits } from '#streams/cost-limits.ts';
import { executeOnJob, isExpired, type LoadedJob, type SubmittedJob, submittedJob } from '#streams/document-jobs.ts';
import { load } from '#streams/repository.ts';
import { stageMetadata } from '../runs/metadata.ts';
import { executeAs } from '../runs/run.ts';
import { textsUnlessLost } from '../runs/texts.ts';
import { assemble } from './assemble.ts';
import { failJob } from './documents.ts';
import { readDocument } from './read-document.ts';
import type { ParseDependencies, StageHandler } from './stage.ts';

export function createParseStage(dependencies: ParseDependencies): StageHandler {
  const { events, blobs } = dependencies;
  return async (message, context) => {
    const jobId = jobIdOf(message.stream);
    if (jobId === null) return;
    const loaded = await load(events, DOCUMENT_JOB, jobId);
    const job = submittedJob(loaded.state);
    if (job === null) return;
    const { verification_id } = job.submitted;
    const metadata = await metadataOf(dependencies, verification_id, message);
    const after = await runWorkflow(dependencies, loaded, metadata, context);
    // At every delivery, because the process may have died before.
    if (!needsUpload(after.state)) await blobs.deletePrefix(uploadPrefix(verification_id));
  };
}

/** What the stage records; the verification is requested by whoever submitted the document or had it tried again. */
interface Metadata {
  own: EventMetadata;
  request: EventMetadata;
}

async function metadataOf({ events }: ParseDependencies, id: string, message: StageMessage): Promise<Metadata> {
  const own = stageMetadata('parse', id, message);
  const [trigger] = await events.readStream(message.stream, { from: message.revision, limit: 1 });
  return {
    own,
    request: trigger === undefined ? own : { ...own, actor: trigger.metadata.actor, ip: trigger.metadata.ip },
  };
}

/** Does one step of the workflow after the other until it has to wait. Returns the job afterwards. */
async function runWorkflow(
  dependencies: ParseDependencies,
  before: LoadedJob,
  metadata: Metadata,
  context: DeliveryContext,
): Promise<LoadedJob> {
  const { events, verifications, clock } = dependencies;
  const { job_id, verification_id } = before.state.submitted!;
  const done: Pick<DocumentSituation, 'read' | 'isReserved' | 'isBegun'> = {
    read: null,
    isReserved: null,
    isBegun: false,
  };
  let loaded = before;
  let { state: verification } = await verifications.load(verification_id);
  let { request } = verification.head;
  /** undefined: not asked for yet. */
  let texts: VerificationTexts | null | undefined;

  async function execute(command: Parameters<typeof executeOnJob>[2]): Promise<void> {
    const executed = await executeOnJob(events, job_id, command, metadata.own, loaded);
    if (!executed.accepted) throw new Error(`${command.type} was refused: ${executed.code}`);
    loaded = executed;
  }

  for (;;) {
    const job = submittedJob(loaded.state)!;
    const { attempt } = job;
    // Another attempt has a delivery of its own.
    if (attempt !== before.state.attempt) return loaded;
    const now = timestamp(clock);
    const isOver = isExpired(job, clock.now());
    if (texts === undefined && needsTexts(job, verification, isOver)) {
      texts = await textsUnlessLost(verifications, verification_id, job.submitted, 'stored');
    }
    const step = nextStep({
      job,
      verification: verification.head,
      hasKey: texts != null,
      isExpired: isOver,
      ...done,
    });
    switch (step.do) {
      case 'start':
        await execute({ type: 'StartProcessing', attempt, started_at: now });
        break;
      case 'read': {
        const read = await readDocument(dependencies, job, texts!, context);
        if ('failure' in read) done.read = read.failure;
        else [request, done.read] = [read, 'text'];
        break;
      }
      case 'reserve':
        done.isReserved = await reserve(dependencies, job, step.run, request!.cost_cents);
        // The job may have been cancelled while its file was read.
        loaded = await load(events, DOCUMENT_JOB, job_id);
        break;
      case 'verify':
        await beginRun(dependencies, job, request!, { head: verification.head, metadata: metadata.request });
        done.isBegun = true;
        break;
      case 'record_text':
        await execute(textRecorded(job, request!, now));
        // It may have ended before the job recorded its text. No further event will announce that end.
        ({ state: verification } = await verifications.load(verification_id));
        texts = undefined;
        break;
      case 'fail':
        loaded = await failJob(dependencies, metadata.own, loaded, step.failure);
        break;
      case 'end_cancelled':
        await execute({ type: 'EndCancelled', attempt, cancelled_at: now });
        break;
      case 'stop_verification': {
        const cancel = { type: 'CancelVerification', cancelled_at: now } as const;
        ({ state: verification } = await executeAs(verifications, 'parse', verification_id, cancel, metadata.own));
        break;
      }
      case 'assemble':
        await assemble(dependencies, loaded, verification, texts!, metadata.own, context.signal);
        return loaded;
      case 'wait':
        return loaded;
    }
  }
}

/** Whether the next step opens or seals a text. */
function needsTexts({ status, parsed }: SubmittedJob, { head }: VerificationState, isOver: boolean): boolean {
  return status === 'running' && (parsed === null ? !isOver : head.status === 'completed');
}

function textRecorded(
  { attempt, submitted }: SubmittedJob,
  { document, characters, bytes }: VerificationRequestedData,
  parsed_at: string,
) {
  const pages = submitted.kind === 'pdf' ? (document?.page_starts.length ?? 0) : null;
  return { type: 'RecordParsed', attempt, parsed_at, pages, characters, text_bytes: bytes } as const;
}

/**
 * Replaces the minimum that was reserved at submission or retry by the actual cost. Returns false if a monthly limit
 * forbids it.
 */
async function reserve(
  { events, admission, documents }: ParseDependencies,
  { submitted }: SubmittedJob,
  run: number,
  cost_cents: number,
): Promise<boolean> {
  const limits = await costLimits(events, submitted, documents.freeAllowance);
  const reservation_id = reservationId(submitted.verification_id, run);
  return admission.raiseReservation({ reservation_id, cost_cents, ...limits });
}

/** Requests the verification, or restarts a failed one. Repeating it changes nothing. */
async function beginRun(
  { verifications, clock }: ParseDependencies,
  { submitted, attempt }: SubmittedJob,
  request: VerificationRequestedData,
  { head, metadata }: { head: VerificationState['head']; metadata: EventMetadata },
): Promise<void> {
  const { verification_id, key_id } = submitted;
  if (head.request === null) {
    await executeAs(verifications, 'parse', verification_id, { type: 'RequestVerification', data: request }, metadata);
    return;
  }
  if (!isRestartable(head)) return;
  const restart = { cause: 'job_retry', restarted_at: timestamp(clock), key_id, first_free_run: attempt } as const;
  await executeAs(verifications, 'parse', verification_id, { type: 'RestartVerification', ...restart }, metadata);
}
