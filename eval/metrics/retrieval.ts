/** Measures whether the passages that settle a claim are found. */
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import { type Share, shareOf } from './share.ts';

/** How many top-ranked passages are examined. */
export const DEPTHS = [1, 3, 8] as const;

export interface RetrievalFigures {
  /** Searching for the gold claim: at least one of its quotes is among the first `depth` passages. */
  any_quote: { depth: number; share: Share }[];
  /** Searching for the gold claim: all of its quotes are among the first `depth` passages. */
  every_quote: { depth: number; share: Share }[];
  /** One of the passages found for the service's own claims has a quote. */
  retrieved: Share;
  /** One of the passages that the service shows with its claims has a quote. */
  shown: Share;
}

/** Figures of the claims that the documents settle. */
export function retrievalFigures(rows: readonly ClaimRow[]): RetrievalFigures {
  const retrievals = rows.filter(isSettleable).flatMap(({ retrieval }) => retrieval ?? []);
  const within = (depth: number) => (rank: number | null) => rank !== null && rank <= depth;
  return {
    any_quote: DEPTHS.map((depth) => ({ depth, share: shareOf(retrievals, ({ alone }) => alone.some(within(depth))) })),
    every_quote: DEPTHS.map((depth) => ({
      depth,
      share: shareOf(retrievals, ({ alone }) => alone.length > 0 && alone.every(within(depth))),
    })),
    retrieved: shareOf(retrievals, ({ retrieved }) => retrieved.includes(true)),
    shown: shareOf(retrievals, ({ shown }) => shown.includes(true)),
  };
}
