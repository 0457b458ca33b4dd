/** The resources of the request's source set as a source of evidence. */
import pMap from 'p-map';
import { nextTurn } from '#common/turns.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { FetchedSource, FetchOccasion, SourceFetcher } from '#contracts/ports/source-fetcher.ts';
import { SOURCE_SET, type SourceResource, type SourceSetState } from '#domain/source-set/decider.ts';
import type { SourceSetEvent } from '#domain/source-set/events.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import { languageOfPassages } from '#engine/retrieval/terms-of-language.ts';
import type { CandidatePassage, RetrievalGap } from '#engine/types/retrieval.ts';
import { load } from '#streams/repository.ts';
import { indexPassages, searchable } from './passage-index.ts';
import { type EvidenceSource, keptForSeconds, type OpenSource, unsearchable } from './source.ts';

const CONCURRENT_FETCHES = 6;
/**
 * Passages of one source set that are searched, some 5 MB of text, to bound memory. Once they are reached, no further
 * page is fetched.
 */
const MAX_PASSAGES = 10_000;
/** Pages by which the languages of a set are told, and the time for fetching them, for which the text's questions wait. */
const SAMPLED_PAGES = 12;
const BUDGETS = { openMs: 30_000, languagesMs: 5_000 };

/**
 * Fetches the set's enabled resources when the source is opened, once per verification, and some of them before, to tell their
 * languages; the fetcher keeps those, except without retention. A resource that can't be fetched is a gap and not a failure,
 * because a caller is waiting and the fetcher has retried. `budgets` limit fetching, so that slow hosts don't use up the
 * time of other work.
 */
export function createSourceSetSource(
  events: Pick<EventStore, 'readStream'>,
  fetcher: SourceFetcher,
  budgets: Partial<typeof BUDGETS> = {},
): EvidenceSource {
  const { openMs, languagesMs } = { ...BUDGETS, ...budgets };
  const resourcesOf = async ({ source_set_id, organization_id }: VerificationRequestedData) => {
    if (source_set_id === null) return [];
    const { state } = await load<SourceSetState, SourceSetEvent>(events, SOURCE_SET, source_set_id);
    // The command API checked this before; checking again keeps another organization's set out in any case.
    if (state.source_set?.organization_id !== organization_id) return [];
    return state.resources.filter(({ enabled }) => enabled).map(({ resource }) => resource);
  };
  return {
    id: 'source_set',
    async languages(request, occasion) {
      const sample = sampleOf(await resourcesOf(request));
      const kept = { ...occasion, kept_for_s: keptForSeconds(request) };
      const fetched = await fetchAll(sample, fetcher, kept, AbortSignal.timeout(languagesMs));
      const languages: string[] = [];
      for (const source of fetched) {
        if (source === null) continue;
        await nextTurn();
        languages.push(languageOfPassages(source.passages));
      }
      return languages.map((language) => ({ language, documents: 1 }));
    },
    async open(request, occasion) {
      const resources = await resourcesOf(request);
      if (resources.length === 0) return null;
      const kept = { ...occasion, kept_for_s: keptForSeconds(request) };
      return openResources(resources, fetcher, kept, openMs);
    },
  };
}

/** At equal distances. */
function sampleOf(resources: readonly SourceResource[]): SourceResource[] {
  const count = Math.min(SAMPLED_PAGES, resources.length);
  return Array.from({ length: count }, (_, i) => resources[Math.floor((i * resources.length) / count)]!);
}

async function openResources(
  resources: readonly SourceResource[],
  fetcher: SourceFetcher,
  occasion: FetchOccasion,
  budgetMs: number,
): Promise<OpenSource> {
  const budget = AbortSignal.timeout(budgetMs);
  const fetched = await fetchAll(resources, fetcher, occasion, budget);
  const reached = fetched.filter((source) => source !== null);
  const passages = resources.flatMap((resource, i) => toCandidates(resource, fetched[i] ?? null));
  const spent = budget.aborted || passages.length >= MAX_PASSAGES;
  const missing = spent ? 'budget_spent' : 'no_source_reachable';
  if (reached.length === 0) return unsearchable(missing);
  const index = await indexPassages(passages.slice(0, MAX_PASSAGES));
  const gaps: RetrievalGap[] = [];
  if (reached.length < resources.length) gaps.push(missing);
  if (passages.length > MAX_PASSAGES) gaps.push('budget_spent');
  return searchable(index, gaps);
}

/**
 * Returns sources in the order of the resources; null for those that could not be fetched, or not within the limits.
 */
async function fetchAll(
  resources: readonly SourceResource[],
  fetcher: SourceFetcher,
  occasion: FetchOccasion,
  budget: AbortSignal,
): Promise<(FetchedSource | null)[]> {
  const { signal } = occasion;
  const bounded = { ...occasion, signal: AbortSignal.any([signal, budget]) };
  let passages = 0;
  async function fetchWithinLimits({ url, label }: SourceResource): Promise<FetchedSource | null> {
    if (budget.aborted || passages >= MAX_PASSAGES) return null;
    const source = await fetcher.fetch({ url, label, named_by: 'customer' }, bounded).catch((error) => {
      if (budget.aborted && !signal.aborted) return null;
      throw error;
    });
    passages += source?.passages.length ?? 0;
    return source;
  }
  return pMap(resources, fetchWithinLimits, { concurrency: CONCURRENT_FETCHES });
}

function toCandidates(resource: SourceResource, fetched: FetchedSource | null): CandidatePassage[] {
  if (fetched === null) return [];
  const { passages, ...document } = fetched;
  const source = {
    ...document,
    source_class: resource.source_class,
    approved: true,
    jurisdiction: null,
    retrieval_provider: 'source_set',
  };
  return passages.map((text, ordinal) => ({ text, ordinal, source }));
}
