/** Pages of what an organization has, newest first: verifications, document jobs, keys, source sets. */
import type { JobStatus } from '#contracts/document-vocabulary.ts';
import type { DocumentJobStatus } from '#contracts/http/document.ts';
import type { SourceSetRecord } from '#contracts/http/source-set.ts';
import type { VerificationStatus } from '#domain/verification/state.ts';
import { API_KEYS, type ApiKeyDocument } from '#projectors/api-keys/document.ts';
import { DOCUMENT_JOBS, type DocumentJobDocument } from '#projectors/document-jobs/document.ts';
import { OVERVIEWS, type OverviewDocument } from '#projectors/overviews/document.ts';
import { SOURCE_SETS, type SourceSetDocument } from '#projectors/source-sets/document.ts';
import { isExpired, type SubmittedJob } from '#streams/document-jobs.ts';
import { jobStatus } from '#streams/document-status.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { sourceSetRecord } from '../routes/source-sets.ts';
import { type Page, type PageOptions, pageOfView } from './page.ts';

type Views = Pick<QueryDependencies, 'views'>;

/** Verifications of any status, or of one. Those whose text was erased stay in the list, which holds no text. */
export function verificationsPage(
  { views }: Views,
  organization_id: string,
  { status, ...options }: PageOptions & { status?: VerificationStatus },
): Promise<Page<OverviewDocument>> {
  const where = { organization_id, ...(status !== undefined && { status }) };
  return pageOfView<OverviewDocument>(views, { view: OVERVIEWS, where, time: 'created_at' }, options);
}

export interface ListedJob {
  verification_id: string;
  key_id: string;
  project_id: string | null;
  submitted_at: string;
  /** As recorded; from `extracting` on, `verificationsPage` and `progressOf` know more. */
  status: DocumentJobStatus;
}

/** Document jobs of any status, or of one. A job that must no longer be read is listed as expired, without artifacts. */
export async function documentJobsPage(
  { views, clock }: Pick<QueryDependencies, 'views' | 'clock'>,
  organization_id: string,
  { status, ...options }: PageOptions & { status?: JobStatus },
): Promise<Page<ListedJob>> {
  const where = { organization_id, ...(status !== undefined && { status }) };
  const listed = { view: DOCUMENT_JOBS, where, time: 'submitted_at' };
  const { data, next } = await pageOfView<DocumentJobDocument>(views, listed, options);
  const now = clock.now();
  return { data: data.map(({ job }) => listedJob(job as SubmittedJob, now)), next };
}

function listedJob(job: SubmittedJob, now: number): ListedJob {
  const { verification_id, key_id, project_id = null, submitted_at } = job.submitted;
  const shown: SubmittedJob = isExpired(job, now) ? { ...job, status: 'expired', artifacts: [] } : job;
  return { verification_id, key_id, project_id, submitted_at, status: jobStatus(shown, null) };
}

/** API keys, revoked ones included, or of one state. No secret, nor its hash. */
export function apiKeysPage(
  { views }: Views,
  organization_id: string,
  { state, ...options }: PageOptions & { state?: ApiKeyDocument['state'] },
): Promise<Page<ApiKeyDocument>> {
  const where = { organization_id, ...(state !== undefined && { state }) };
  return pageOfView<ApiKeyDocument>(views, { view: API_KEYS, where, time: 'created_at' }, options);
}

/** Source sets with their resources; a set has at most 500 of them. */
export async function sourceSetsPage(
  { views }: Views,
  organization_id: string,
  options: PageOptions,
): Promise<Page<SourceSetRecord>> {
  const listed = { view: SOURCE_SETS, where: { organization_id }, time: 'created_at' };
  const { data, next } = await pageOfView<SourceSetDocument>(views, listed, options);
  return { data: data.map(({ source_set }) => sourceSetRecord(source_set)), next };
}
