/** Fetches the pages of a source set and cuts them into candidate passages. */
import { getDomain } from 'tldts';
import type { CandidatePassage, Passage, RetrievalGap, SourceDocument } from '#engine/types.ts';
import type { CachedPage } from './page-cache.ts';
import { type PageFailure, type PageReaderOptions, readPage } from './read-page.ts';

export type { CachedPage, PageCache } from './page-cache.ts';
export type { PageFailure } from './read-page.ts';

/** A resource of a source set, as the customer registered it. */
export interface SourceSetResource {
  resource_id: string;
  url: string;
  label: string;
  source_class: string;
}

export interface SourceSetFetcherOptions extends PageReaderOptions {
  /** Cuts readable text into passages; may run in a worker. */
  passages: (text: string) => Passage[] | Promise<Passage[]>;
  /** Hosts asked at the same time; pages of one host are always asked one after the other. */
  concurrency?: number;
}

/** A resource that gave nothing, and why. */
export interface SourceGap {
  resource_id: string;
  label: string;
  gap: RetrievalGap;
  reason: PageFailure | 'no_text' | 'not_started';
  /** The answer's status where the reason is http_status. */
  status: number | null;
}

export interface SourceSetResult {
  candidates: CandidatePassage[];
  gaps: SourceGap[];
}

export type SourceSetFetcher = (resources: SourceSetResource[], signal?: AbortSignal) => Promise<SourceSetResult>;

const CONCURRENCY = 4;

/**
 * A function that fetches all resources and answers their passages, in the order of the resources, and a gap for each
 * resource without any. When `signal` aborts, the rest is reported as `budget_spent`. Rejects only if the cache does.
 */
export function createSourceSetFetcher(options: SourceSetFetcherOptions): SourceSetFetcher {
  return async (resources, signal) => {
    const outcomes = new Map<SourceSetResource, CandidatePassage[] | SourceGap>();
    const isGap = (outcome: CandidatePassage[] | SourceGap): outcome is SourceGap => !Array.isArray(outcome);
    const hosts = [...Map.groupBy(resources, hostOf).values()];
    await inParallel(hosts, options.concurrency ?? CONCURRENCY, async (ofOneHost) => {
      for (const resource of ofOneHost) outcomes.set(resource, await fetchResource(options, resource, signal));
    });
    const inOrder = resources.map((resource) => outcomes.get(resource)!);
    return {
      candidates: inOrder.flatMap((outcome) => (isGap(outcome) ? [] : outcome)),
      gaps: inOrder.filter(isGap),
    };
  };
}

async function fetchResource(
  options: SourceSetFetcherOptions,
  resource: SourceSetResource,
  signal: AbortSignal | undefined,
): Promise<CandidatePassage[] | SourceGap> {
  const { resource_id, label } = resource;
  if (signal?.aborted) return { resource_id, label, gap: 'budget_spent', reason: 'not_started', status: null };
  const result = await readPage(options, resource.url, signal);
  if (!result.ok) {
    const gap = result.reason === 'aborted' ? 'budget_spent' : 'no_source_reachable';
    return { resource_id, label, gap, reason: result.reason, status: result.status };
  }
  const passages = await options.passages(result.page.document.text);
  if (passages.length === 0) return { resource_id, label, gap: 'no_passage_found', reason: 'no_text', status: null };
  const source = sourceOf(resource, result.page);
  return passages.map((passage) => ({ ...passage, source }));
}

/** What the customer registered is what is cited; independence counts by the domain that a redirect led to. */
function sourceOf(resource: SourceSetResource, { url, document, confirmed_at }: CachedPage): SourceDocument {
  return {
    canonical_url: resource.url,
    title: document.title || resource.label,
    publisher: document.publisher ?? resource.label,
    destination_domain: getDomain(url, { allowPrivateDomains: true }) ?? hostOf({ url }),
    source_class: resource.source_class,
    approved: true,
    publication_date: document.publication_date,
    jurisdiction: null,
    licence: document.licence,
    retrieved_at: confirmed_at,
    retrieval_provider: 'source_set',
  };
}

function hostOf({ url }: { url: string }): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

async function inParallel<T>(items: T[], limit: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, limit) }, worker));
}
