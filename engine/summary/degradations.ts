/** Summarises what was unavailable in a run. Each claim has its own limitations, but nobody reads them all. */
import { KNOWN_TO_CALLER, LOCAL_JUDGE_ONLY_PREFIX, NOT_ALL_READ } from '#engine/limitation-words.ts';
import type { RetrievalGap } from '#engine/types/retrieval.ts';
import type { SummaryClaim } from '#engine/types/summary.ts';
import { isCheckable } from './measures.ts';

/** For each gap, its effect on "n of m claims". Gaps that are no failures, such as those due to the mode, are left out. */
const OF_SOURCES: Partial<Record<RetrievalGap, (claims: string) => string>> = {
  no_source_reachable: (claims) => `No source could be reached for ${claims}.`,
  no_network: (claims) => `Outside sources were not searched for ${claims}, as there is no network connection to them.`,
  provider_failed: (claims) =>
    `A source or search provider could not be reached, or answered with an error, for ${claims}.`,
  rate_limited: (claims) => `An outside source refused to be asked so often, for ${claims}.`,
  format_not_understood: (claims) =>
    `An outside source answered in a form that this version does not know, for ${claims}.`,
  credential_refused: (claims) => `A search provider refused its credential, for ${claims}.`,
  search_quota_spent: (claims) => `The account at the search provider was used up for ${claims}.`,
  cost_limit_reached: (claims) => `The monthly cost limit left no room for the search provider, for ${claims}.`,
  budget_spent: (claims) => `The cost or time limit was reached before every source had been searched for ${claims}.`,
};

const OF_MODELS: readonly [begins: string, words: (claims: string, reason: string) => string][] = [
  [LOCAL_JUDGE_ONLY_PREFIX, (claims, reason) => `No language model read ${claims}: ${reason}`],
  [
    KNOWN_TO_CALLER,
    (claims) => `No language model was asked about ${claims} again: whoever asked has had the same judged before.`,
  ],
  [NOT_ALL_READ, (claims, reason) => `The NLI model did not read all passages of ${claims}: ${reason}`],
];

/** One sentence for each kind of degradation, with the number of claims affected. */
export function degradationsOf(claims: readonly SummaryClaim[]): string[] {
  const checkable = claims.filter(isCheckable);
  const some = (count: number) => `${count} of ${checkable.length} ${checkable.length === 1 ? 'claim' : 'claims'}`;
  const ofSources = Object.entries(OF_SOURCES).flatMap(([gap, words]) => {
    const count = checkable.filter(({ gaps }) => gaps?.includes(gap as RetrievalGap)).length;
    return count === 0 ? [] : [words(some(count))];
  });
  const ofModels = OF_MODELS.flatMap(([begins, words]) =>
    [...countReasons(checkable, begins)].map(([reason, count]) => words(some(count), reason)),
  );
  return [...ofModels, ...ofSources];
}

/** Counts the claims by the reason that follows `begins` in one of their limitations. */
function countReasons(claims: readonly SummaryClaim[], begins: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { limitations = [] } of claims) {
    const reasons = limitations.flatMap((one) => (one.startsWith(begins) ? [one.slice(begins.length)] : []));
    for (const reason of new Set(reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
