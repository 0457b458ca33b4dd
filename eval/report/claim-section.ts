/** The report's section that lists every claim of every article. */
import { html, type Markup } from '#markup/html.ts';
import type { ClaimRow } from '../claim-row.ts';
import { groupBy } from '../metrics/share.ts';
import { isRight } from '../metrics/verdicts.ts';
import { decimal, words } from './format.ts';

export function claimSection(rows: readonly ClaimRow[]): Markup {
  return html`<h2>Claim by claim</h2>
${[...groupBy(rows, ({ article }) => article)].map(([article, claims]) => {
  const right = `${claims.filter(isRight).length} of ${claims.length} right`;
  return html`<details><summary>${article}: ${right}</summary><ol>${claims.map(claimItem)}</ol></details>
`;
})}`;
}

function claimItem(row: ClaimRow): Markup {
  const parts = row.parts.map(({ claim, reason }) => html`<li>${claim} – ${reason}</li>`);
  return html`<li><span class="tag ${toneOf(row)}">${words(row.said)}</span> ${row.claim}
<span class="muted">${notesOf(row).join('; ')}</span>
<ul class="muted">${parts}</ul></li>
`;
}

function toneOf(row: ClaimRow): string {
  if (isRight(row)) return 'right';
  return row.said === 'supported' || row.said === 'contradicted' ? 'wrong' : 'open';
}

function notesOf(row: ClaimRow): string[] {
  const { how, error, gold, reliability, retrieval } = row;
  const kind = how ?? error;
  const isShown = retrieval?.shown.includes(true) === true;
  return [
    ...(isRight(row) ? [] : [`gold ${words(gold)}`]),
    ...(kind === null ? [] : [words(kind)]),
    ...(reliability === null ? [] : [`reliability ${decimal(reliability)}`]),
    ...(retrieval === null ? [] : [`gold passage ${isShown ? 'shown' : 'not shown'}`]),
  ];
}
