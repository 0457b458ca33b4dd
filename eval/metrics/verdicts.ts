/** Compares the service's verdicts with the gold verdicts. */

import type { VerdictOrNone } from '#apps/measuring/match.ts';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import { GOLD_VERDICTS } from '../data/article.ts';
import { groupBy, type Share, shareOf } from './share.ts';

export const SAID: readonly VerdictOrNone[] = [...VERDICTS, 'none'];

/** Figures for one kind of claim: how many verdicts are right, and how many are the opposite. */
export interface KindFigures {
  kind: string;
  claims: number;
  right: number;
  /** Supported claims judged contradicted or disputed, or contradicted claims judged supported. */
  wrong: number;
}

export interface VerdictFigures {
  /** For each gold verdict, the number of claims by the service's verdict. */
  table: { gold: string; said: Record<VerdictOrNone, number> }[];
  /** Claims that the documents settle and for which the service gives the gold verdict. */
  settled_rightly: Share;
  /** Of the claims judged supported, those that are. */
  precision_supported: Share;
  precision_contradicted: Share;
  recall_supported: Share;
  recall_contradicted: Share;
  /** Contradicted claims that were judged supported. */
  let_through: Share;
  /** Supported claims, by the hardest step of reading. */
  by_reading: KindFigures[];
  /** Contradicted claims, by the kind of mistake. */
  by_mistake: KindFigures[];
}

export function verdictFigures(rows: readonly ClaimRow[]): VerdictFigures {
  const goldIs = (verdict: ClaimRow['gold']) => rows.filter(({ gold }) => gold === verdict);
  const saidIs = (verdict: VerdictOrNone) => rows.filter(({ said }) => said === verdict);
  const supported = goldIs('supported');
  const contradicted = goldIs('contradicted');
  return {
    table: GOLD_VERDICTS.map((gold) => ({ gold, said: countSaid(goldIs(gold)) })),
    settled_rightly: shareOf(rows.filter(isSettleable), isRight),
    precision_supported: shareOf(saidIs('supported'), isRight),
    precision_contradicted: shareOf(saidIs('contradicted'), isRight),
    recall_supported: shareOf(supported, isRight),
    recall_contradicted: shareOf(contradicted, isRight),
    let_through: shareOf(contradicted, ({ said }) => said === 'supported'),
    by_reading: kinds(supported, ({ how }) => how, ['contradicted', 'disputed']),
    by_mistake: kinds(contradicted, ({ error }) => error, ['supported']),
  };
}

/** True if the service's verdict is the gold verdict. */
export function isRight({ gold, said }: Pick<ClaimRow, 'gold' | 'said'>): boolean {
  return said === gold;
}

function countSaid(rows: readonly ClaimRow[]): Record<VerdictOrNone, number> {
  const counts = Object.fromEntries(SAID.map((said) => [said, 0])) as Record<VerdictOrNone, number>;
  for (const { said } of rows) counts[said]++;
  return counts;
}

function kinds(
  rows: readonly ClaimRow[],
  kindOf: (row: ClaimRow) => string | null,
  opposite: readonly VerdictOrNone[],
): KindFigures[] {
  return [...groupBy(rows, kindOf)]
    .map(([kind, group]) => ({
      kind,
      claims: group.length,
      right: group.filter(isRight).length,
      wrong: group.filter(({ said }) => opposite.includes(said)).length,
    }))
    .sort((a, b) => b.claims - a.claims || (a.kind < b.kind ? -1 : 1));
}
