/**
 * List prices of search providers without a plan, in cents for one search as we send it, as of `SEARCH_PRICES_AS_OF`.
 * Used for the monthly limits only; the provider bills whoever connected it.
 */
import type { SEARCH_PROVIDERS } from './search-providers.ts';

export const SEARCH_PRICES_AS_OF = '2026-11-23';

export const SEARCH_PRICES: Readonly<Record<keyof typeof SEARCH_PROVIDERS, number>> = {
  brave: 0.5,
  /** A basic search is one credit. */
  tavily: 0.8,
  /** With highlights of up to ten results. */
  exa: 0.7,
  serper: 0.1,
};
