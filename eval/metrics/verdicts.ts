/** Verdicts held against gold. */

import type { VerdictOrNone } from '#apps/measuring/match.ts';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import { GOLD_VERDICTS } from '../data/article.ts';
import { groupBy, type Share, shareOf } from './share.ts';

export const SAID: readonly VerdictOrNone[] = [...VERDICTS, 'none'];

/** One kind of claims: how many came out right, and how many as the opposite. */
export interface KindFigures {
  kind: string;
  claims: number;
  right: number;
  /** Supported claims called contradicted or disputed; contradicted ones called supported. */
  wrong: number;
}

export interface VerdictFigures {
  /** How many claims of each gold verdict came out as what. */
  table: { gold: string; said: Record<VerdictOrNone, number> }[];
  /** Claims that the documents settle and that came out as they do. */
  settled_rightly: Share;
  /** Of the claims called supported, those that are. */
  precision_supported: Share;
  precision_contradicted: Share;
  recall_supported: Share;
  recall_contradicted: Share;
  /** Wrong claims that came out as supported. */
  let_through: Share;
  /** Supported claims, by the hardest step of reading. */
  by_reading: KindFigures[];
  /** Contradicted claims, by what is wrong with them. */
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

/** True if the service says what gold says. */
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
