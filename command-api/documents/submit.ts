/**
 * POST /documents: stores the file, admits the job, records it. A call is the same as an earlier one if file and fields
 * are the same: the hold on the key names the job, and a repetition gets the same receipt.
 */

import type { FastifyRequest } from 'fastify';
import { keyedHash } from '#common/keyed-hash.ts';
import { ApiError } from '#contracts/errors.ts';
import type { DocumentJobResponse } from '#contracts/http/document.ts';
import type { QuotaState } from '#contracts/ports/admission.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import type { DocumentSubmittedData } from '#domain/document-job/events.ts';
import { verificationOfJob } from '#domain/document-job/ids.ts';
import { newId } from '#domain/ids.ts';
import { costCents } from '#domain/tariff.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { copyUpload, uploadPrefix } from '#sealed/document-uploads.ts';
import { executeOnJob, isExpired, submittedJob, ZERO_RETENTION_WORK_MS } from '#streams/document-jobs.ts';
import { paceOf } from '#streams/document-pace.ts';
import { load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { DocumentDependencies } from '../dependencies.ts';
import { admit } from '../verification/admit.ts';
import { type ResolvedProfile, resolveProfile } from '../verification/applied-policy.ts';
import { idempotentCall } from '../verification/idempotency.ts';
import { loadOrganization, unknownProfile } from '../verification/prepare.ts';
import { effectiveRetention, type Retention } from '../verification/request.ts';
import type { FreeJobs } from './counted-jobs.ts';
import { holdJob, releaseJobHold, rememberJob } from './idempotency.ts';
import { receiptOf } from './receipt.ts';
import { type PageForm, type ReceivedDocument, receiveDocument } from './upload.ts';
import { type UploadTurns, writingInTurns } from './upload-turns.ts';

export interface Submitted {
  body: DocumentJobResponse;
  replayed: boolean;
  quota: QuotaState;
}

const ENDPOINT = 'POST /documents';

/** What submitting a document needs; the last two are shared by all calls of the process. */
export interface SubmitDependencies extends DocumentDependencies {
  freeJobs: FreeJobs;
  uploadTurns: UploadTurns;
}

/** Throws ApiError: those of `receiveDocument` and of admission, and concurrency_limit_exceeded. */
export async function submitDocument(
  given: SubmitDependencies,
  caller: Caller,
  request: FastifyRequest,
  idempotencyKey: string | null,
  page: PageForm | null = null,
): Promise<Submitted> {
  const blobs = writingInTurns(given.uploadTurns, caller.organization_id, given.blobs);
  const dependencies = { ...given, blobs };
  // A repetition gets its receipt, whether or not there is room, and is recognized by its file.
  if (idempotencyKey === null && page === null) dependencies.freeJobs.refuseIfFull(caller.organization_id);
  const newJobId = newId('job');
  const prefix = uploadPrefix(verificationOfJob(newJobId));
  let keptBy: string | null = null;
  try {
    const received = await receiveDocument(dependencies, request, prefix, dependencies.clock.now(), page);
    const key = page === null ? idempotencyKey : received.own[page.keyField] || null;
    const submit = () => submitReceived(dependencies, caller, request, { newJobId, received, idempotencyKey: key });
    const submitted = await (page === null ? submit() : page.afterFirst(submit));
    keptBy = submitted.body.idempotency_replayed ? null : submitted.body.job_id;
    return submitted;
  } finally {
    // The stored copy is not needed: the call was refused, is a repetition, or its file was copied to the job of an
    // earlier hold.
    if (keptBy !== newJobId && !(await mayExist(dependencies, newJobId))) {
      await dependencies.blobs.deletePrefix(prefix).catch(() => {});
    }
  }
}

/**
 * Whether the append may have created the job although its response was lost. An unneeded file is deleted when it
 * expires.
 */
async function mayExist({ events }: Pick<DocumentDependencies, 'events'>, jobId: string): Promise<boolean> {
  return load(events, DOCUMENT_JOB, jobId).then(
    ({ state }) => state.submitted !== null,
    () => true,
  );
}

interface ReceivedCall {
  newJobId: string;
  received: ReceivedDocument;
  idempotencyKey: string | null;
}

async function submitReceived(
  dependencies: SubmitDependencies,
  caller: Caller,
  request: FastifyRequest,
  { newJobId, received, idempotencyKey }: ReceivedCall,
): Promise<Submitted> {
  const { form, upload } = received;
  const organization = await loadOrganization(dependencies, caller);
  const resolved = await resolveProfile(dependencies, caller.organization_id, form.profile);
  if (resolved === null) {
    const detail = [unknownProfile(['body', 'profile'], form.profile)];
    throw new ApiError('validation_error', { detail });
  }
  const call =
    idempotencyKey === null
      ? null
      : idempotentCall(dependencies.secrets.fingerprint, caller, ENDPOINT, idempotencyKey, {
          ...form,
          file: upload.sha256,
        });
  const held = await holdJob(dependencies, call, newJobId);
  if (held.next === 'refuse') throw held.error;
  const { job_id } = held;
  caller.concerns(verificationOfJob(job_id));
  if (held.next === 'replay') {
    const { quota, slot } = await admit(dependencies, caller, organization, newId('req'), []);
    await slot.release();
    return { body: await replayedReceipt(dependencies, request, job_id), replayed: true, quota };
  }

  const retention = effectiveRetention(form, organization.settings);
  try {
    await dependencies.freeJobs.require(caller, job_id);
    // The cost is known only when the text is. Until then a job reserves the cost of the smallest text.
    const cost_cents = costCents(1, dependencies.settings.tariff);
    const verification_id = verificationOfJob(job_id);
    const order = { verification_id, run: 1, cost_cents };
    const { quota, slot } = await admit(dependencies, caller, organization, reservationId(verification_id, 1), [order]);
    try {
      if (job_id !== newJobId) {
        const to = uploadPrefix(verification_id);
        await copyUpload(
          dependencies,
          uploadPrefix(verificationOfJob(newJobId)),
          to,
          upload.pieces,
          dependencies.clock.now(),
        );
      }
      const submitted = await record(dependencies, caller, job_id, received, resolved, retention);
      await rememberJob(dependencies, caller, call, submitted);
      return { body: receiptOf(dependencies, request, submitted, false), replayed: false, quota };
    } finally {
      await slot.release();
    }
  } catch (error) {
    await releaseJobHold(dependencies, call, job_id, held.lease);
    throw error;
  }
}

async function record(
  dependencies: DocumentDependencies,
  caller: Caller,
  job_id: string,
  { form, kind, upload }: ReceivedDocument,
  { policy, source_set_id }: ResolvedProfile,
  retention: Retention,
): Promise<DocumentSubmittedData> {
  const { verifications, events, operations, clock, secrets } = dependencies;
  const verification_id = verificationOfJob(job_id);
  const now = clock.now();
  const kept = retention.zero_retention ? ZERO_RETENTION_WORK_MS : retention.retention_hours * 3_600_000;
  const expires_at = new Date(now + kept).toISOString();
  const { organization_id } = caller;
  const texts = await verifications.createTexts(verification_id, {
    organization_id,
    expires_at,
    ephemeral: retention.zero_retention,
  });
  const data: DocumentSubmittedData = {
    job_id,
    verification_id,
    organization_id,
    request_id: caller.metadata.request_id,
    key_id: caller.key_id,
    ...(caller.project_id !== null && { project_id: caller.project_id }),
    submitted_at: new Date(now).toISOString(),
    expires_at,
    ...retention,
    profile: form.profile,
    policy,
    source_set_id,
    kind,
    bytes: upload.bytes,
    pieces: upload.pieces,
    pace: await paceOf(operations.values, organization_id),
    fingerprint: keyedHash(secrets.fingerprint, organization_id, 'document', upload.sha256),
    upload_key: texts.sealText(job_id, SEALED.upload_key, Buffer.from(upload.key).toString('base64')),
  };
  const metadata = { ...caller.metadata, correlation_id: verification_id };
  const executed = await executeOnJob(events, job_id, { type: 'SubmitDocument', data }, metadata);
  if (!executed.accepted) throw new ApiError('idempotency_in_progress', { retryAfter: 2 });
  return executed.state.submitted!;
}

/** Returns the receipt for as long as the job can be read. */
async function replayedReceipt(
  dependencies: DocumentDependencies,
  request: FastifyRequest,
  jobId: string,
): Promise<DocumentJobResponse> {
  const job = submittedJob((await load(dependencies.events, DOCUMENT_JOB, jobId)).state);
  if (job === null || isExpired(job, dependencies.clock.now())) throw new ApiError('idempotency_result_not_retained');
  return receiptOf(dependencies, request, job.submitted, true);
}
