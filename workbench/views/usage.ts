/** Usage and cost as charts, with the figures below them. */
import type { OrganizationUsage, UsageAmounts } from '#contracts/http/organization-usage.ts';
import { html, type Markup } from '#markup/html.ts';
import { count } from '#results/page/words.ts';
import { USAGE_PATH } from '../paths.ts';
import { type Bar, columns, rows } from './chart.ts';
import { dollars } from './money.ts';

/** Days that can be shown; the first is what is shown unless another is asked for. */
export const PERIODS = [30, 7, 90, 365] as const;

/** `names`: of keys by their ids. Sessions of people count as keys, without a name. */
export function usagePage(usage: OrganizationUsage, names: ReadonlyMap<string, string>, mostKeys: number) {
  const { totals, daily, period, limits } = usage;
  const { monthly_cost_limit_cents: limit } = limits;
  const isUsed = totals.requests > 0;
  return {
    title: 'Usage',
    body: html`<h1>Usage and cost</h1>
<nav class="filters" aria-label="Period">
${PERIODS.toSorted((a, b) => a - b).map(
  (days) =>
    html`<a href="${USAGE_PATH}?days=${days}"${days === period.days ? html` aria-current="true"` : null}>${days} days</a>\n`,
)}
</nav>
<section class="card" aria-label="In all">
<dl>
<dt>Texts verified</dt><dd>${totals.requests.toLocaleString('en')}</dd>
<dt>Claims</dt><dd>${totals.claims.toLocaleString('en')}</dd>
<dt>Bytes</dt><dd>${totals.verified_bytes.toLocaleString('en')}</dd>
<dt>Cost</dt><dd>${dollars(totals.cost_cents)}${limit === null ? null : html` <span class="muted">of ${dollars(limit)} a month at most</span>`}</dd>
<dt>Questions to models</dt><dd>${totals.model.questions.toLocaleString('en')} <span class="muted">and ${count(totals.model.remembered, 'answer')} remembered; ${(totals.model.input_tokens + totals.model.output_tokens).toLocaleString('en')} tokens, ${dollars(totals.model.cost_cents)}</span></dd>
<dt>Searches outside</dt><dd>${totals.sources.searches.toLocaleString('en')} <span class="muted">${count(totals.sources.documents, 'document')} read, ${dollars(totals.sources.cost_cents)}</span></dd>
</dl></section>
${isUsed ? charts(usage, names, mostKeys) : html`<p class="empty card">Nothing was verified in these days.</p>`}
<details class="card"><summary>The figures by day</summary>
<div class="scroll" tabindex="0" role="region" aria-label="The figures by day"><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Texts</th><th scope="col">Claims</th><th scope="col">Bytes</th><th scope="col">Cost</th></tr></thead>
<tbody>${daily.toReversed().map((day) => html`<tr><th scope="row">${day.date}</th>${cells(day)}</tr>`)}</tbody></table></div></details>`,
  };
}

function charts({ daily, keys }: OrganizationUsage, names: ReadonlyMap<string, string>, mostKeys: number): Markup {
  const ofDay = (of: (amounts: UsageAmounts) => number, shown: (value: number) => string): Bar[] =>
    daily.map((day) => ({ label: day.date, value: of(day), shown: shown(of(day)) }));
  const listed = keys.slice(0, mostKeys);
  const labelOf = (id: string | null) =>
    id === null ? 'other keys' : (names.get(id) ?? (id.startsWith('usr_') ? `a person, ${id}` : id));
  return html`<section class="card"><h2>Texts by day</h2>
${columns(
  'Texts by day',
  ofDay(
    ({ requests }) => requests,
    (value) => count(value, 'text'),
  ),
)}</section>
<section class="card"><h2>Cost by day</h2>
${columns(
  'Cost by day',
  ofDay(({ cost_cents }) => cost_cents, dollars),
)}</section>
<section class="card"><h2>By key</h2>
${rows(
  'Cost by key',
  listed.map(({ key_id, cost_cents, requests }) => ({
    label: labelOf(key_id),
    value: cost_cents,
    shown: `${count(requests, 'text')}, ${dollars(cost_cents)}`,
  })),
)}
${keys.length > listed.length ? html`<p class="muted small">and ${keys.length - listed.length} more</p>` : null}</section>`;
}

function cells({ requests, claims, verified_bytes, cost_cents }: UsageAmounts): Markup {
  return html`<td>${requests}</td><td>${claims}</td><td>${verified_bytes.toLocaleString('en')}</td><td>${dollars(cost_cents)}</td>`;
}
