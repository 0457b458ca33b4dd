/** Single claims and changes since a recorded run, as text for the terminal. */
import { type ClaimRow, isSettleable } from '../claim-row.ts';
import type { ClaimChange, Comparison, Trend } from '../compare.ts';
import { isRight } from '../metrics/verdicts.ts';
import { columns } from './columns.ts';
import { decimal, words } from './format.ts';

/** The changes since the recorded run: the figures, and the number of claims. */
export function comparisonAsText(comparison: Comparison): string {
  const { recorded_at, figures, claims, only_before, only_after } = comparison;
  const changed = figures.filter(({ trend }) => trend !== 'same');
  const count = (trend: Trend) => claims.filter((claim) => claim.trend === trend).length;
  const verdicts = `${count('better')} better, ${count('worse')} worse, ${count('same')} wrong in another way`;
  const lines = [
    `compared with the run of ${recorded_at}: ${changed.length} of ${figures.length} figures changed`,
    ...columns(
      changed.map(({ label, before, after, trend }) => [`  ${trend}`, label, decimal(before), '→', decimal(after)]),
      ['left', 'left', 'right', 'left', 'right'],
    ),
    `claims: ${verdicts}; in one run only: ${only_before} before, ${only_after} now`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Claims whose verdict changed. */
export function changesAsText(claims: readonly ClaimChange[]): string {
  return claims
    .map(({ before, after, trend }) => rowAsText(`${trend}: ${words(before.said)} → ${words(after.said)}`, after))
    .join('');
}

/** Claims whose verdict differs from gold. */
export function mistakesAsText(rows: readonly ClaimRow[]): string {
  return rows
    .filter((row) => !isRight(row))
    .map((row) => rowAsText(words(row.said), row))
    .join('');
}

function rowAsText(said: string, row: ClaimRow): string {
  const kind = row.how ?? row.error;
  const gold = `gold ${words(row.gold)}${kind === null ? '' : ` (${words(kind)})`}`;
  const isShown = row.retrieval?.shown.includes(true) === true;
  const passage = isSettleable(row) ? [`gold passage ${isShown ? 'shown' : 'not shown'}`] : [];
  const head = [said, gold, ...passage].join(', ');
  const parts = row.parts.map(({ claim, reason }) => `    “${claim}” ${reason}\n`).join('');
  return `${head} [${row.article} ${row.number}]\n  ${row.claim}\n${parts}`;
}
