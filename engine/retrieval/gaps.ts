/** Messages for evidence that is missing or thin. Each gap is a different fact for the reader and has its own message. */
import type { RetrievalGap } from '#engine/types/retrieval.ts';

/**
 * Names the method of finding and ranking passages; part of the engine record. Raise it with the first change of weights or rules
 * after a release. A version that hasn't been released yet keeps its name.
 */
export const RETRIEVAL_CONFIGURATION = 'overlap-surroundings-proximity.v5';

const WORDS: Record<RetrievalGap, string> = {
  no_source_configured:
    'No source was set up for this claim: there is no source set, no library document, no search provider and no public source to look in.',
  no_source_reachable: 'Sources are set up for this claim, but none of them could be reached.',
  no_words_to_search: 'This claim has no word that could be searched for.',
  no_passage_found: 'The sources were searched and held no passage with the words of this claim.',
  passage_irrelevant: 'Passages were found, but none of them speaks of what this claim says.',
  provider_failed:
    'A source or search provider could not be reached or answered with an error, so its results are missing.',
  budget_spent: 'The cost or time limit was reached before every source had been searched for this claim.',
  snippet_only:
    "A page could not be fetched, so the search provider's snippet stands in for its text, and decides nothing.",
  no_network: 'Outside sources were not searched, as this machine has no network connection to them.',
  rate_limited: 'An outside source refused to be asked so often, so its results are missing.',
  format_not_understood:
    'An outside source answered in a form that this version does not know, so its results are missing.',
  credential_refused: 'A search provider refused its credential, so its results are missing.',
  search_quota_spent: 'The account at the search provider is used up, so its results are missing.',
  cost_limit_reached: 'The monthly cost limit left no room for the search provider, so its results are missing.',
  left_out_by_mode: 'The mode of this verification leaves out sources outside the service for this claim.',
  query_deidentified: 'What identifies persons was left out of the queries to outside sources.',
};

/** Gaps that the reader should know about although the claim was searched for. */
const NOTES: readonly RetrievalGap[] = ['snippet_only', 'query_deidentified'];

/** Gaps that mean that no outside source could be asked. They explain an open claim only if nothing else was searched either. */
const NOBODY_OUTSIDE: readonly RetrievalGap[] = ['left_out_by_mode', 'no_network'];

/** The gap that may explain why a claim with this many passages stays open; null if none does. */
export function decisiveGap(gaps: readonly RetrievalGap[], passages: number): RetrievalGap | null {
  const weighty = gaps.filter((gap) => !NOTES.includes(gap));
  const others = weighty.filter((gap) => !NOBODY_OUTSIDE.includes(gap));
  return others[0] ?? (passages > 0 ? null : (weighty[0] ?? null));
}

/**
 * One sentence for the claim's `limitations`. `detail` names the source concerned (a label or provider name, never a URL with
 * secrets) and is appended in brackets.
 */
export function gapLimitation(gap: RetrievalGap, detail?: string): string {
  const sentence = WORDS[gap];
  return detail === undefined || detail === '' ? sentence : `${sentence.slice(0, -1)} (${detail}).`;
}
