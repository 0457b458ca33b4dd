/** A result: the text with its claims marked, and beside it the claims, problems first, or one of them with why. */
import { codePoints, slicerOf } from '#contracts/code-points.ts';
import type { ClaimRecord } from '#contracts/http/verification-result.ts';
import { MATERIALITIES, type Materiality, type Verdict } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import {
  count,
  MATERIALITY_WORDS,
  percent,
  plain,
  RISK_WORDS,
  time,
  VERDICT_WORDS,
  VERDICTS_SHOWN,
} from '#results/page/words.ts';
import { POLICY_PREVIEW_PATH, VERIFICATIONS_PATH } from '../paths.ts';
import type { MarkedClaim, ShownResult } from '../result.ts';
import { partsOf, type TextPart } from '../text-parts.ts';
import { claimPanel } from './claim.ts';
import type { Viewer } from './layout.ts';
import { claimWords, markedText } from './marked-text.ts';

export interface Selection {
  id: string;
  /** Whether the person may export results. */
  mayPrint: boolean;
  /** Who may review the claim that is shown; null: the person may not. */
  reviewer: Viewer | null;
  verdict: Verdict | null;
  materiality: Materiality | null;
  claim: { number: number; record: ClaimRecord } | null;
  /** How many claims of the list are on earlier pages. */
  from: number;
  /** Number of the part of the text to show; null: the one that has the claim, or the first. */
  part: number | null;
}

const LISTED = 100;

export async function resultPage(
  { result, content, question, kind, pageStarts, claims }: ShownResult,
  selection: Selection,
) {
  const { id, verdict, materiality, claim, mayPrint, reviewer } = selection;
  const wanted = claims.filter(
    (each) => (verdict ?? each.verdict) === each.verdict && (materiality ?? each.materiality) === each.materiality,
  );
  const { counts, risk, limitations } = result;
  const slice = slicerOf(content);
  const parts = partsOf(codePoints(content), claims, pageStarts);
  const marked = claims.find(({ number }) => number === claim?.number);
  const part =
    parts.find(({ number, start, end }) =>
      selection.part === null ? marked && marked.start >= start && marked.start < end : number === selection.part,
    ) ?? parts[0]!;
  const marks = {
    kind,
    claims: wanted,
    hrefOf: (number: number) => hrefOf(selection, { claim: number }),
    current: claim?.number ?? null,
    pageStarts,
  };
  const text = await markedText(slice, part, marks);
  return {
    title: `Result: ${count(counts.contradicted, 'contradicted claim')}`,
    script: 'result.js',
    body: html`<div class="head"><h1>Result</h1>
<p class="actions">${mayPrint ? html`<a href="${VERIFICATIONS_PATH}/${id}/report">Report, to print</a>` : null} <a href="${VERIFICATIONS_PATH}/${id}/corrected">Corrected text</a> <a href="${VERIFICATIONS_PATH}/${id}/history">History</a> <a href="${POLICY_PREVIEW_PATH}?verification_id=${id}">Other rules</a> <span class="muted">${time(result.verification_timestamp)}</span></p></div>
<p class="statement" dir="auto">${result.overall_statement}</p>
<p class="facts">Risk <b>${RISK_WORDS[risk.level]}</b> · coverage ${plain(result.coverage.status)}, ${percent(result.coverage.score)} · under the policy <bdi>${plain(result.policy_name)}</bdi></p>
${filters(claims, selection)}
${claim === null ? html`<p class="below"><a href="#claim">To the claims, problems first</a></p>` : null}
<div class="result">
<section class="card" aria-label="The text">
<h2>Text</h2>
${question === '' ? null : html`<p class="muted">Question: <span dir="auto">${question}</span></p>`}
${partLinks(part, selection)}
<div class="text" dir="auto">${text}</div>
${partLinks(part, selection)}
</section>
<section class="card side" id="claim" tabindex="-1" aria-label="Claims" data-panel>
${claim === null ? claimList((start, end) => claimWords(slice(start, end), kind), wanted, selection) : claimPanel(claim.record, { id, number: claim.number, reviewer, back: hrefOf({ ...selection, part: part.of === 1 ? null : part.number }, {}) })}
</section>
</div>
${
  limitations.length === 0
    ? null
    : html`<details class="card"><summary>What limits this result (${limitations.length})</summary><ul>${limitations.map((text) => html`<li dir="auto">${text}</li>`)}</ul></details>`
}
<p class="muted small">A supported claim is one for which sufficient suitable evidence was found. This is not a guarantee of truth.</p>`,
  };
}

function filters(claims: readonly MarkedClaim[], selection: Selection): Markup {
  const { verdict, materiality } = selection;
  const of = (kept: (claim: MarkedClaim) => boolean) => claims.filter(kept).length;
  const current = (is: boolean) => (is ? html` aria-current="true"` : null);
  const clean = { ...selection, from: 0 };
  return html`<nav class="filters" aria-label="Which claims">
<a href="${hrefOf({ ...clean, verdict: null, materiality: null }, {})}"${current(verdict === null && materiality === null)}>All ${claims.length}</a>
${VERDICTS_SHOWN.filter((each) => of((claim) => claim.verdict === each) > 0).map(
  (each) =>
    html`<a class="${each}" href="${hrefOf({ ...clean, verdict: each }, {})}"${current(verdict === each)}><span aria-hidden="true">${VERDICT_WORDS[each].sign}</span> ${VERDICT_WORDS[each].label} ${of((claim) => claim.verdict === each)}</a>`,
)}
<span class="gap"></span>
${MATERIALITIES.toReversed()
  .filter((each) => of((claim) => claim.materiality === each) > 0)
  .map(
    (each) =>
      html`<a href="${hrefOf({ ...clean, materiality: each }, {})}"${current(materiality === each)}>${plain(MATERIALITY_WORDS[each])} ${of((claim) => claim.materiality === each)}</a>`,
  )}
</nav>`;
}

function claimList(
  wordsAt: (start: number, end: number) => Markup[],
  claims: readonly MarkedClaim[],
  selection: Selection,
): Markup {
  if (claims.length === 0) return html`<h2>Claims</h2><p class="muted">None of these.</p>`;
  const ordered = VERDICTS_SHOWN.flatMap((verdict) => claims.filter((claim) => claim.verdict === verdict));
  const { from } = selection;
  const shown = ordered.slice(from, from + LISTED);
  const more = ordered.length > from + LISTED;
  return html`<h2>Claims, problems first</h2>
<ol class="claims">
${shown.map(({ number, start, end, verdict, materiality, page }) => {
  const { sign, label } = VERDICT_WORDS[verdict];
  return html`<li><a class="${verdict}" href="${hrefOf(selection, { claim: number })}" data-claim="${number}">
<span class="verdict">${sign} ${label}</span> <span class="facts">· ${MATERIALITY_WORDS[materiality]}${page === null ? null : html` · page ${page}`}</span><br>
<span dir="auto">${wordsAt(start, end)}</span></a></li>`;
})}
</ol>
${more ? html`<p><a class="button quiet" href="${hrefOf({ ...selection, from: from + LISTED }, {})}">${ordered.length - from - LISTED} more</a></p>` : null}`;
}

/** To the parts before and behind; nothing where the text has one part. */
function partLinks({ number, of }: TextPart, selection: Selection): Markup | null {
  if (of === 1) return null;
  const to = (part: number) => hrefOf({ ...selection, part }, {});
  return html`<nav class="actions" aria-label="Parts of the text" data-parts>${number === 1 ? null : html`<a rel="prev" href="${to(number - 1)}">‹ Earlier</a>`}
<span class="muted">Part ${number} of ${of}</span>
${number === of ? null : html`<a rel="next" href="${to(number + 1)}">Later ›</a>`}</nav>`;
}

/** The page with another claim selected, or none. A claim is shown with the part of the text that has it. */
function hrefOf({ id, verdict, materiality, from, part }: Selection, { claim }: { claim?: number }): string {
  const query = new URLSearchParams({
    ...(verdict !== null && { verdict }),
    ...(materiality !== null && { materiality }),
    ...(from > 0 && { from: String(from) }),
    ...(claim === undefined && part !== null && { part: String(part) }),
    ...(claim !== undefined && { claim: String(claim) }),
  });
  const path = `${VERIFICATIONS_PATH}/${id}`;
  return `${query.size === 0 ? path : `${path}?${query}`}${claim === undefined ? '' : '#claim'}`;
}
