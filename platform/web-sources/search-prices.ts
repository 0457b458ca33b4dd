/**
 * List prices of providers of search, in cents for one search as we send it, as of `SEARCH_PRICES_AS_OF`: what is paid
 * without a plan. They serve the monthly limits; what a provider bills is between it and whoever connected it.
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
