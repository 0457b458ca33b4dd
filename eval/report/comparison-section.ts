/** The report's section on the comparison with a recorded run. */
import { html, type Markup } from '#markup/html.ts';
import type { ClaimChange, Comparison } from '../compare.ts';
import { decimal, words } from './format.ts';
import { table } from './parts.ts';

export function comparisonSection({ recorded_at, figures, claims, only_before, only_after }: Comparison): Markup {
  const changed = figures.filter(({ trend }) => trend !== 'same');
  const rows = changed.map(({ label, before, after, trend }) => [label, decimal(before), decimal(after), mark(trend)]);
  return html`
<h2>Compared with the run of ${recorded_at}</h2>
<p>${changed.length} of ${figures.length} figures changed. Of articles only those claims count that both runs have:
${only_before} were there before only, ${only_after} are there now only.</p>
${rows.length === 0 ? null : table(['figure', 'before', 'now', ''], rows)}
${claims.length === 0 ? null : changedClaims(claims)}`;
}

function changedClaims(claims: readonly ClaimChange[]): Markup {
  return html`<details><summary>${claims.length} claims with another verdict</summary>
<ul>${claims.map(change)}</ul></details>`;
}

function change({ before, after, trend }: ClaimChange): Markup {
  const verdicts = `${words(before.said)} → ${words(after.said)}, gold ${words(after.gold)}`;
  return html`<li>${mark(trend)} ${verdicts}: ${after.claim}
<span class="muted">${after.article} ${after.number}</span></li>
`;
}

function mark(trend: ClaimChange['trend']): Markup {
  return html`<span class="${trend}">${trend}</span>`;
}
