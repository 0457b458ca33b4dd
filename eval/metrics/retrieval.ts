/** Whether the passages that settle a claim are found. */
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import { type Share, shareOf } from './share.ts';

/** Numbers of first passages that are looked at. */
export const DEPTHS = [1, 3, 8] as const;

export interface RetrievalFigures {
  /** Searched with the gold claim: at least one of its quotes is among the first k passages. */
  any_quote: { depth: number; share: Share }[];
  /** Each of its quotes is. */
  every_quote: { depth: number; share: Share }[];
  /** One of the passages found for the service's own claims holds a quote. */
  retrieved: Share;
  /** In the service's own result: one of the passages shown with its claims holds a quote. */
  shown: Share;
}

/** Of claims that the documents settle. */
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
