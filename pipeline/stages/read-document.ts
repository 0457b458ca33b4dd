/** Reads the file of a document job, and describes the verification of its text. */
import { keyedHash } from '#common/keyed-hash.ts';
import { timestamp } from '#common/time.ts';
import { codePoints } from '#contracts/code-points.ts';
import { DocumentError, type DocumentText } from '#contracts/ports/document-reader.ts';
import type { DeliveryContext } from '#contracts/ports/stage-queue.ts';
import type { JobFailure } from '#domain/document-job/decider.ts';
import { costCents } from '#domain/tariff.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { readUpload, UploadMissingError, uploadPrefix } from '#sealed/document-uploads.ts';
import type { VerificationTexts } from '#sealed/verification-texts.ts';
import type { SubmittedJob } from '#streams/document-jobs.ts';
import type { ParseDependencies } from './stage.ts';

/** Leaves room for the rest of the event within the limit of an append. */
const MOST_SEALED_CHARACTERS = 950_000;
const HEARTBEAT_MS = 2_000;

/** Returns the request of the verification, or why the file can't be verified. */
export async function readDocument(
  dependencies: ParseDependencies,
  job: SubmittedJob,
  texts: VerificationTexts,
  context: DeliveryContext,
): Promise<VerificationRequestedData | { failure: JobFailure }> {
  const read = await readText(dependencies, job, texts, context);
  if ('failure' in read) return read;
  context.signal.throwIfAborted();
  const request = await requestOf(dependencies, job, texts, read);
  return request.content.length > MOST_SEALED_CHARACTERS
    ? { failure: { stage: 'parsing', error_code: 'document_too_large' } }
    : request;
}

async function readText(
  { blobs, documents }: ParseDependencies,
  { submitted }: SubmittedJob,
  texts: VerificationTexts,
  { signal, heartbeat }: DeliveryContext,
): Promise<DocumentText | { failure: JobFailure }> {
  const { job_id, kind, pieces, verification_id, organization_id } = submitted;
  const key = Buffer.from(texts.openText(job_id, SEALED.upload_key, submitted.upload_key), 'base64');
  const file = readUpload({ blobs, sealer: documents.sealer }, uploadPrefix(verification_id), { key, pieces });
  // Reading takes up to minutes, in another process.
  const alive = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_MS);
  try {
    return await documents.reader.read(kind, file, { organization_id, signal });
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
