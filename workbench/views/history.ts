/** A time line of events, beside the state as of one of them. */
import { VERDICTS } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import type { PastProgress } from '#query-api/pages/history.ts';
import type { Page } from '#query-api/pages/page.ts';
import type { ReplayedEvent } from '#query-api/replay.ts';
import { eventWords } from '#results/page/event-words.ts';
import { capitalised, plain, time, VERDICT_WORDS } from '#results/page/words.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';

/** Longer data is cut: the whole is in `evidence replay`. */
const MOST_CHARACTERS = 4_000;

export function historyView(
  id: string,
  { data, next }: Page<ReplayedEvent>,
  past: PastProgress | null,
  after: string | null,
) {
  const path = `${VERIFICATIONS_PATH}/${id}/history`;
  const hrefAt = (revision: number) => {
    const query = new URLSearchParams({ ...(after !== null && { after }), at: String(revision) });
    return `${path}?${query}`;
  };
  return {
    title: 'History',
    body: html`<div class="head"><h1>History</h1><p><a href="${VERIFICATIONS_PATH}/${id}">‹ To the result</a></p></div>
<div class="result">
<section class="card" aria-label="Events">
<ol class="timeline">
${data.map((event) => entry(event, hrefAt(event.revision), event.revision === past?.revision))}
</ol>
<nav class="actions" aria-label="Pages">
${after === null ? null : html`<a href="${path}">From the beginning</a>`}
${next === null ? null : html`<a class="button" rel="next" href="${path}?after=${encodeURIComponent(next)}">What came then</a>`}
</nav>
</section>
<section class="card side" aria-label="State as of an event">${past === null ? null : state(past)}</section>
</div>`,
  };
}

function entry(
  { revision, recorded_at, type, stored_type, data }: ReplayedEvent,
  href: string,
  isCurrent: boolean,
): Markup {
  const json = JSON.stringify(data, null, 2);
  const words = eventWords(type ?? '', data);
  const shown = json.length > MOST_CHARACTERS ? `${json.slice(0, MOST_CHARACTERS)}\n…` : json;
  return html`<li${isCurrent ? html` aria-current="step"` : null}>
<a href="${href}">${wordsOf(type ?? stored_type)}</a> <span class="muted small">${time(recorded_at)}</span>
${words === '' ? null : html`<div class="small" dir="auto">${words}</div>`}
<details class="small"><summary>Event ${revision}</summary><pre dir="auto">${shown}</pre></details>
</li>`;
}

/** `ClaimJudged` → `Claim judged`. */
function wordsOf(type: string): string {
  return capitalised(type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());
}

function state({ revision, recorded_at, status, run, stage, claims, verdicts }: PastProgress): Markup {
  return html`<h2>As of event ${revision}</h2>
<p class="muted">${time(recorded_at)}</p>
<dl>
<dt>Status</dt><dd>${plain(status)}${stage === null ? null : html` (next: ${stage})`}</dd>
<dt>Run</dt><dd>${run}</dd>
<dt>Claims found</dt><dd>${claims.extracted}</dd>
<dt>Searched</dt><dd>${claims.searched}</dd>
<dt>Judged</dt><dd>${claims.judged}</dd>
${VERDICTS.filter((verdict) => verdicts[verdict] > 0).map(
  (verdict) =>
    html`<dt><span class="verdict ${verdict}">${VERDICT_WORDS[verdict].sign} ${VERDICT_WORDS[verdict].label}</span></dt><dd>${verdicts[verdict]}</dd>`,
)}
</dl>`;
}
