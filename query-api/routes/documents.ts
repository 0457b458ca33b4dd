/** Routes that read document jobs: their status with the result, and their artifacts. */

import { ApiError } from '#contracts/errors.ts';
import type { DocumentJobStatus } from '#contracts/http/document.ts';
import { getDocument, getDocumentArtifact } from '#contracts/http/operations/documents.ts';
import { DOCUMENT_JOB, isRetryable } from '#domain/document-job/decider.ts';
import type { RequestContext } from '#http/context.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { OVERVIEWS, type OverviewDocument } from '#projectors/overviews/document.ts';
import { PAGE_CSP } from '#results/page/head.ts';
import { ArtifactGoneError, readArtifact } from '#sealed/document-artifacts.ts';
import { isExpired, type SubmittedJob, submittedJob } from '#streams/document-jobs.ts';
import { jobStatus, type VerificationCounts } from '#streams/document-status.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { requireExportsEnabled } from '../exports-enabled.ts';
import type { RegisterOperation } from '../register.ts';
import { resultBody } from '../result-body.ts';
import { changes, versionOf, type WatchOptions } from '../watch.ts';

export function registerDocumentRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  register(getDocument, async ({ params, context, client }) => {
    const job = await openJob(dependencies, context, params.job_id);
    if (job.status !== 'succeeded') return { body: jobStatus(job, await progressOf(dependencies, job)) };
    const { organization_id, verification_id, zero_retention } = job.submitted;
    const result = await resultBody(dependencies.results, client, {
      organization_id,
      verification_id,
      format: 'result',
      // The verification itself expired when it began; the job's own expiry limits how long its result is shown.
      now: zero_retention ? 0 : dependencies.clock.now(),
      isKeyInMemory: zero_retention,
    }).catch(expiredJob);
    // An error in the first piece still gets a status of its own.
    if (result instanceof ResponsePieces) await result.begin().catch(expiredJob);
    return { body: withResult(jobStatus(job, null), result) };
  });

  register(getDocumentArtifact, async ({ params, context, client }) => {
    const job = await openJob(dependencies, context, params.job_id);
    const artifact = job.artifacts.find(({ id }) => id === params.artifact_id);
    if (artifact === undefined) throw new ApiError('not_found');
    const { organization_id, verification_id } = job.submitted;
    if (artifact.kind === 'report_html') await requireExportsEnabled(dependencies, organization_id);
    await client.takeResponseSlot('read');
    const keyOf = () => dependencies.vault.dataKey(verification_id);
    const content = new ResponsePieces(readArtifact(dependencies, { id: verification_id, keyOf }, artifact));
    // If it is gone, that gets a status of its own.
    await content.begin().catch((error) => {
      throw error instanceof ArtifactGoneError ? new ApiError('job_expired') : error;
    });
    const headers = {
      'content-type': artifact.media_type,
      'content-length': String(artifact.bytes),
      ...attachment(artifact.id, artifact.kind),
    };
    return { headers, body: content };
  });
}

/** How far a job is, without its result, and the verification of its text. Throws ApiError not_found and job_expired. */
export async function documentStatus(
  dependencies: QueryDependencies,
  context: RequestContext,
  jobId: string,
): Promise<{ status: DocumentJobStatus; verification_id: string; canBeRetried: boolean }> {
  const job = await openJob(dependencies, context, jobId);
  const status = jobStatus(job, await progressOf(dependencies, job));
  return { status, verification_id: job.submitted.verification_id, canBeRetried: isRetryable(job) };
}

/** The status of `documentStatus`, at once and whenever it has changed. Throws like it. */
export function watchDocument(
  dependencies: QueryDependencies,
  context: RequestContext,
  jobId: string,
  options: WatchOptions,
): AsyncGenerator<{ version: string; status: DocumentJobStatus }> {
  const look = async () => {
    const { status } = await documentStatus(dependencies, context, jobId);
    return { version: versionOf(status), status };
  };
  return changes(look, options);
}

/** Throws ApiError not_found and job_expired. */
async function openJob(
  { events, clock }: QueryDependencies,
  context: RequestContext,
  jobId: string,
): Promise<SubmittedJob> {
  const job = submittedJob((await load(events, DOCUMENT_JOB, jobId)).state);
  if (job === null || job.submitted.organization_id !== context.principal.organization_id) {
    throw new ApiError('not_found');
  }
  context.verification_id = job.submitted.verification_id;
  if (isExpired(job, clock.now())) throw new ApiError('job_expired');
  return job;
}

/** Read from the view, which may be half a second behind. */
async function progressOf({ views }: QueryDependencies, job: SubmittedJob): Promise<VerificationCounts | null> {
  if (job.status !== 'running' || job.parsed === null) return null;
  const stored = await views.get(OVERVIEWS, job.submitted.verification_id);
  if (stored === null) return null;
  const { status, claims } = stored.document as unknown as OverviewDocument;
  return { status, claims: claims.extracted, searched: claims.searched, judged: claims.judged };
}

function expiredJob(error: unknown): never {
  throw error instanceof ApiError && error.code === 'verification_expired' ? new ApiError('job_expired') : error;
}

/** The status with the result as its last field, which is sent while it is read. */
function withResult(status: object, result: Uint8Array | ResponsePieces): ResponsePieces {
  const { result: _, ...rest } = { result: null, ...status };
  const opening = Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"result":`);
  async function* body() {
    yield opening;
    if (result instanceof ResponsePieces) yield* result;
    else yield result;
    yield Buffer.from('}');
  }
  return new ResponsePieces(body());
}

const EXTENSIONS = { extracted_text: 'txt', report_html: 'html', result_json: 'json' } as const;

function attachment(id: string, kind: keyof typeof EXTENSIONS): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="${id}.${EXTENSIONS[kind]}"`,
    ...(kind === 'report_html' && { 'content-security-policy': PAGE_CSP }),
  };
}
