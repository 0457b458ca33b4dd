/**
 * DocumentSubmitted, DocumentRetried → DocumentProcessingStarted, then VerificationRequested in the stream of the
 * document's verification and DocumentParsed; or DocumentFailed. If the verification has ended by then, ends the job as
 * the assemble stage does.
 *
 * The verification is requested first: if the process dies in between, the next delivery finds it and only has to
 * update the job. If an earlier attempt has requested it, it is restarted with the text that it has.
 */

import { keyedHash } from '#common/keyed-hash.ts';
import { timestamp } from '#common/time.ts';
import { codePoints } from '#contracts/code-points.ts';
import { DocumentError, type DocumentText } from '#contracts/ports/document-reader.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { isUnknownKey } from '#contracts/ports/key-vault.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import { DOCUMENT_JOB, type JobFailure, needsUpload } from '#domain/document-job/decider.ts';
import { jobIdOf } from '#domain/document-job/ids.ts';
import { runOfAttempt } from '#domain/document-job/runs.ts';
import { costCents } from '#domain/tariff.ts';
import { isRestartable } from '#domain/verification/ended.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { VerificationState } from '#domain/verification/state.ts';
import { costLimits } from '#streams/cost-limits.ts';
import { executeOnJob, isExpired, type LoadedJob, type SubmittedJob, submittedJob } from '#streams/document-jobs.ts';
import { readUpload, UploadMissingError, uploadPrefix } from '#streams/document-uploads.ts';
import { load } from '#streams/repository.ts';
import type { VerificationTexts } from '#streams/verification-texts.ts';
import { assembleEnded } from './assemble.ts';
import { failJob } from './documents.ts';
import { stageMetadata } from './metadata.ts';
import { executeAs } from './run.ts';
import type { ParseDependencies, StageHandler } from './stage.ts';

/** Leaves room for the rest of the event within the limit of an append. */
const MOST_SEALED_CHARACTERS = 950_000;
const HEARTBEAT_MS = 2_000;

export function createParseStage(dependencies: ParseDependencies): StageHandler {
  const { events } = dependencies;
  return async (message, context) => {
    const jobId = jobIdOf(message.stream);
    if (jobId === null) return;
    const loaded = await load(events, DOCUMENT_JOB, jobId);
    const job = submittedJob(loaded.state);
    if (job === null) return;
    const metadata = await metadataOf(dependencies, job.submitted.verification_id, message);
    const isToBeParsed = (job.status === 'queued' || job.status === 'running') && job.parsed === null;
    const parsed = isToBeParsed ? await parse(dependencies, loaded, metadata, context) : loaded;
    await finish(dependencies, parsed, metadata.own, context.signal);
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

/** Returns the job afterwards: its text has been read, it has failed, or it was cancelled meanwhile. */
async function parse(
  dependencies: ParseDependencies,
  before: LoadedJob,
  metadata: Metadata,
  context: DeliveryContext,
): Promise<LoadedJob> {
  const { events, verifications, clock } = dependencies;
  const job = submittedJob(before.state)!;
  const { job_id, verification_id } = job.submitted;
  const { attempt } = job;
  let loaded = before;
  const execute = async (command: Parameters<typeof executeOnJob>[2]): Promise<LoadedJob> => {
    const executed = await executeOnJob(events, job_id, command, metadata.own, loaded);
    if (!executed.accepted) throw new Error(`${command.type} was refused: ${executed.code}`);
    loaded = executed;
    return executed;
  };
  await execute({ type: 'StartProcessing', attempt, started_at: timestamp(clock) });
  const fail = (failure: JobFailure) => failJob(dependencies, metadata.own, loaded, failure);

  const texts = isExpired(job, clock.now()) ? null : await textsOrNull(dependencies, job);
  if (texts === null) return fail({ stage: 'validating', error_code: 'source_expired' });

  const { head } = (await verifications.load(verification_id)).state;
  // Its text has taken more time than it may, and would again.
  if (head.failure?.reason === 'engine_timeout') return fail({ stage: 'extracting', error_code: 'internal_error' });
  let request = head.request;
  if (request === null) {
    if (job.unreadable !== null) return fail(job.unreadable);
    const read = await readDocument(dependencies, job, texts, context);
    if ('failure' in read) return fail(read.failure);
    context.signal.throwIfAborted();
    request = await requestOf(dependencies, job, texts, read.document);
    if (request.content.length > MOST_SEALED_CHARACTERS) {
      return fail({ stage: 'parsing', error_code: 'document_too_large' });
    }
  }
  const run = runOfAttempt(head, attempt);
  if (run !== null && !(await reserve(dependencies, job, run, request.cost_cents))) {
    return fail({ stage: 'parsing', error_code: 'cost_limit_exceeded' });
  }
  loaded = await load(events, DOCUMENT_JOB, job_id);
  if (loaded.state.cancel_requested) {
    return execute({ type: 'EndCancelled', attempt, cancelled_at: timestamp(clock) });
  }
  await beginRun(dependencies, job, request, { head, metadata: metadata.request });
  return execute({
    type: 'RecordParsed',
    attempt,
    parsed_at: timestamp(clock),
    pages: job.submitted.kind === 'pdf' ? (request.document?.page_starts.length ?? 0) : null,
    characters: request.characters,
    text_bytes: request.bytes,
  });
}

/** The steps after parsing. Every delivery repeats them, because the process may have died before them. */
async function finish(
  dependencies: ParseDependencies,
  loaded: LoadedJob,
  metadata: EventMetadata,
  signal: AbortSignal,
): Promise<void> {
  const job = submittedJob(loaded.state)!;
  const { verification_id } = job.submitted;
  if (job.status === 'cancelled') await stopVerification(dependencies, verification_id, metadata);
  // The verification may have ended before the job recorded its text, even in an earlier attempt. No further event
  // will announce that end.
  if (job.status === 'running') await assembleEnded(dependencies, verification_id, metadata, { signal });
  if (!needsUpload(job)) await dependencies.blobs.deletePrefix(uploadPrefix(verification_id));
}

/** Returns null if the key is destroyed or lost: that of a zero-retention verification was in memory only. */
async function textsOrNull(
  { verifications }: ParseDependencies,
  { submitted }: SubmittedJob,
): Promise<VerificationTexts | null> {
  try {
    return await verifications.texts(submitted.verification_id);
  } catch (error) {
    if (submitted.zero_retention && isUnknownKey(error)) return null;
    throw error;
  }
}

type Read = { document: DocumentText } | { failure: JobFailure };

async function readDocument(
  { blobs, documents }: ParseDependencies,
  { submitted }: SubmittedJob,
  texts: VerificationTexts,
  { signal, heartbeat }: DeliveryContext,
): Promise<Read> {
  const { job_id, kind, pieces, verification_id, organization_id } = submitted;
  const key = Buffer.from(texts.openText(job_id, SEALED.upload_key, submitted.upload_key), 'base64');
  const file = readUpload({ blobs, sealer: documents.sealer }, uploadPrefix(verification_id), { key, pieces });
  // Reading takes up to minutes, in another process.
  const alive = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_MS);
  try {
    return { document: await documents.reader.read(kind, file, { organization_id, signal }) };
  } catch (error) {
    if (error instanceof UploadMissingError) {
      return { failure: { stage: 'validating', error_code: 'source_expired' } };
    }
    if (!(error instanceof DocumentError)) throw error;
    const { code, emptyBecause, isFinal } = error;
    return {
      failure: {
        stage: 'parsing',
        error_code: code,
        ...(emptyBecause !== null && { empty_because: emptyBecause }),
        ...(code === 'parse_timeout' && isFinal && { out_of_time: true }),
      },
    };
  } finally {
    clearInterval(alive);
  }
}

async function requestOf(
  { clock, documents }: ParseDependencies,
  { submitted, attempt }: SubmittedJob,
  texts: VerificationTexts,
  { text, page_starts }: DocumentText,
): Promise<VerificationRequestedData> {
  const { verification_id, organization_id, job_id, retention_hours, zero_retention } = submitted;
  const created_at = timestamp(clock);
  const bytes = Buffer.byteLength(text);
  return {
    verification_id,
    organization_id,
    request_id: submitted.request_id,
    kind: 'text',
    created_at,
    expires_at: zero_retention ? created_at : submitted.expires_at,
    retention_hours,
    zero_retention,
    profile: submitted.profile,
    mode: 'thorough',
    source_set_id: submitted.source_set_id,
    policy: submitted.policy,
    engine: await documents.engineOf(organization_id),
    content_fingerprint: keyedHash(documents.fingerprint, organization_id, text),
    characters: codePoints(text),
    bytes,
    cost_cents: costCents(bytes, documents.tariff),
    key_id: submitted.key_id,
    ...(submitted.project_id !== undefined && { project_id: submitted.project_id }),
    document: { job_id, page_starts },
    ...(attempt > 1 && { run: attempt }),
    content: texts.sealText(verification_id, SEALED.content, text),
    question: texts.sealText(verification_id, SEALED.question, ''),
  };
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

async function stopVerification(
  { verifications, clock }: ParseDependencies,
  verificationId: string,
  metadata: EventMetadata,
): Promise<void> {
  const loaded = await verifications.load(verificationId);
  const cancel = { type: 'CancelVerification', cancelled_at: timestamp(clock) } as const;
  await executeAs(verifications, 'parse', verificationId, cancel, metadata, loaded);
}
