/** Finds out where claims that the documents settle are lost: names the first step that failed. */
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import { groupBy } from './share.ts';
import { isRight } from './verdicts.ts';

export const OUTCOMES = [
  'settled_rightly',
  'settled_wrongly',
  'not_extracted',
  'called_not_checkable',
  'passage_not_found',
  'passage_not_shown',
  'left_open',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface LossFigures {
  /** Number of claims by outcome. */
  outcomes: { outcome: Outcome; claims: number }[];
  /** Reason codes of the claims that were left open although a settling passage was shown. */
  reasons: { reason: string; claims: number }[];
}

/** The outcome of a claim that the documents settle. */
export function outcomeOf(row: ClaimRow): Outcome {
  if (isRight(row)) return 'settled_rightly';
  if (row.said === 'none') return 'not_extracted';
  if (row.said === 'not_checkable') return 'called_not_checkable';
  if (row.said !== 'unverifiable') return 'settled_wrongly';
  if (row.retrieval?.retrieved.includes(true) !== true) return 'passage_not_found';
  return row.retrieval.shown.includes(true) ? 'left_open' : 'passage_not_shown';
}

export function lossFigures(rows: readonly ClaimRow[]): LossFigures {
  const settleable = rows.filter(isSettleable);
  const byOutcome = groupBy(settleable, outcomeOf);
  const byReason = groupBy(byOutcome.get('left_open') ?? [], reasonOf);
  return {
    outcomes: OUTCOMES.map((outcome) => ({ outcome, claims: byOutcome.get(outcome)?.length ?? 0 })),
    reasons: [...byReason]
      .map(([reason, group]) => ({ reason, claims: group.length }))
      .sort((a, b) => b.claims - a.claims || (a.reason < b.reason ? -1 : 1)),
  };
}

/** The reason code of the first matching claim that was left open. Reasons have the form "code: sentence". */
function reasonOf({ parts }: ClaimRow): string | null {
  return parts.find(({ verdict }) => verdict === 'unverifiable')?.reason.split(':')[0] ?? null;
}
