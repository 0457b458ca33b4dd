/** Pages of what an organization has, newest first: verifications, review items, document jobs, keys, source sets. */
import type { JobStatus } from '#contracts/document-vocabulary.ts';
import type { DocumentJobStatus } from '#contracts/http/document.ts';
import type { ReviewFilter, ReviewItem } from '#contracts/http/review.ts';
import type { SourceSetRecord } from '#contracts/http/source-set.ts';
import type { VerificationStatus } from '#domain/verification/state.ts';
import { API_KEYS, type ApiKeyDocument } from '#projectors/api-keys/document.ts';
import { DOCUMENT_JOBS, type DocumentJobDocument } from '#projectors/document-jobs/document.ts';
import { OVERVIEWS, type OverviewDocument } from '#projectors/overviews/document.ts';
import { REVIEWS, type ReviewItemDocument } from '#projectors/reviews/document.ts';
import { SOURCE_SETS, type SourceSetDocument } from '#projectors/source-sets/document.ts';
import { isExpired, type SubmittedJob } from '#streams/document-jobs.ts';
import { jobStatus } from '#streams/document-status.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { openItems, REVIEW_CONDITIONS } from '../routes/reviews.ts';
import { sourceSetRecord } from '../routes/source-sets.ts';
import { changes, versionOf, type WatchOptions } from '../watch.ts';
import { type ListedBy, type Page, type PageOptions, pageOfView } from './page.ts';

type Views = Pick<QueryDependencies, 'views'>;

export interface ReviewsOrder {
  filter: ReviewFilter;
  /** User id. */
  assignee?: string;
  /** Only items with a due date, by it. */
  due?: boolean;
}

/** Verifications of any status, or of one. Those whose text was erased stay in the list, which holds no text. */
export function verificationsPage(
  { views }: Views,
  organization_id: string,
  { status, ...options }: PageOptions & { status?: VerificationStatus },
): Promise<Page<OverviewDocument>> {
  const where = { organization_id, ...(status !== undefined && { status }) };
  return pageOfView<OverviewDocument>(views, { view: OVERVIEWS, where, time: 'created_at' }, options);
}

/** What a page of review items shows changes with its version. */
export interface ReviewsPage extends Page<ReviewItem> {
  version: string;
}

type ReviewDependencies = Pick<QueryDependencies, 'views' | 'vault' | 'sealer' | 'clock'>;

/**
 * Review items by a filter, of anybody or of one assignee, newest first or (of those with a due date) the earliest due first.
 * A page may show fewer items than its limit: those whose text has expired since are left out.
 */
export async function reviewsPage(
  dependencies: ReviewDependencies,
  organization_id: string,
  options: PageOptions & ReviewsOrder,
): Promise<ReviewsPage> {
  const { data, next } = await listedReviews(dependencies, organization_id, options);
  return { data: await openItems(dependencies, data), next, version: versionOf(data) };
}

/** The version of a page of review items, and of each later one. Their texts are not opened for it. */
export function watchReviews(
  { views }: Views,
  organization_id: string,
  options: PageOptions & ReviewsOrder,
  watching: WatchOptions,
): AsyncGenerator<{ version: string }> {
  const look = async () => ({ version: versionOf((await listedReviews({ views }, organization_id, options)).data) });
  return changes(look, watching);
}

function listedReviews(
  { views }: Views,
  organization_id: string,
  { filter, assignee, due, ...options }: PageOptions & ReviewsOrder,
): Promise<Page<ReviewItemDocument>> {
  const conditions = REVIEW_CONDITIONS[filter] as Record<string, string | boolean>;
  const where = {
    organization_id,
    listed: true,
    ...conditions,
    ...(assignee !== undefined && { assigned_to_user_id: assignee }),
  };
  const listed: ListedBy = due
    ? { view: REVIEWS, where, time: 'due_at', order: 'earliest first' }
    : { view: REVIEWS, where, time: 'opened_at' };
  return pageOfView<ReviewItemDocument>(views, listed, options);
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
