/** Who did what, newest first, and what the check of the chain found. */
import type { ChainHead } from '#domain/audit/chain.ts';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import type { AuditRecord } from '#domain/audit/events.ts';
import { html, type Markup } from '#markup/html.ts';
import type { Page } from '#query-api/pages/page.ts';
import { count, time } from '#results/page/words.ts';
import { AUDIT_PATH, VERIFICATIONS_PATH } from '../paths.ts';
import { pager } from './verifications.ts';

export interface CheckedChain {
  /** Number of the first record that was checked. */
  from: number;
  /** Number of the last record that follows from the one before. */
  checked: number;
  end: ChainHead;
  /** Number of the first record that does not; null: all do. */
  broken: number | null;
}

export function auditListPage({ data, next }: Page<AuditRecord>, after: string | null) {
  return {
    title: 'Audit',
    body: html`<div class="head"><h1>Audit</h1><p><a class="button" href="${AUDIT_PATH}/check">Check the chain</a></p></div>
<p class="muted">Every change and every refused call. Each record holds the hash of the one before it, so one that is changed, or left out, shows.</p>
${data.length === 0 ? html`<p class="empty card">There are no more.</p>` : html`<ul class="rows">${data.map(row)}</ul>`}
${pager(AUDIT_PATH, next, after)}`,
  };
}

function row({
  seq,
  occurred_at,
  actor,
  action,
  target,
  outcome,
  ip,
  request_id,
  prev_hash,
  hash,
}: AuditRecord): Markup {
  const what =
    target.type === 'verification'
      ? html`<a href="${VERIFICATIONS_PATH}/${target.id}/history">${target.id}</a>`
      : html`${target.id}`;
  return html`<li class="row"><span class="what"><b>${action}</b>${outcome === 'refused' ? html` <span class="pill contradicted">refused</span>` : null}
<span class="muted small">${target.type} ${what}</span>
<details class="small"><summary>Record ${seq}</summary><dl>
<dt>By</dt><dd>${actor.type} ${actor.id}</dd>
<dt>From</dt><dd>${ip ?? 'no address'}</dd>
<dt>Request</dt><dd><code>${request_id}</code></dd>
<dt>Hash before</dt><dd><code>${prev_hash}</code></dd>
<dt>Hash</dt><dd><code>${hash}</code></dd></dl></details></span>
<span class="muted small">${actor.type}</span><span class="when muted">${time(occurred_at)}</span></li>`;
}

/** `signed`: null if the chain is broken. */
export function checkedPage({ from, checked, end, broken }: CheckedChain, signed: SignedCheckpoint | null) {
  const isWhole = broken === null && checked >= end.seq;
  return {
    title: 'Check of the audit chain',
    body: html`<div class="head"><h1>Check of the audit chain</h1><p><a href="${AUDIT_PATH}">‹ To the records</a></p></div>
<section class="card">
${
  broken === null
    ? html`<p class="note" role="status">${from > checked ? 'There is nothing to check here.' : `Records ${from} to ${checked} of ${end.seq}: each has the hash of its own contents and follows from the one before.`}</p>`
    : html`<p class="note bad" role="alert">Record ${broken} does not follow from the one before: it was changed, or one was left out. ${count(Math.max(0, checked - from + 1), 'record')} before it follow. Tell whoever runs the service.</p>`
}
${isWhole || broken !== null ? null : html`<p><a class="button" href="${AUDIT_PATH}/check?from=${checked + 1}">Go on from record ${checked + 1}</a></p>`}
${signed === null ? null : signedEnd(signed)}
</section>`,
  };
}

function signedEnd(signed: SignedCheckpoint): Markup {
  return html`<p>That nothing was cut off at the end, an earlier end of the chain tells. Keep this one, which the service has signed, and compare later:</p>
<pre class="scroll" tabindex="0" role="region" aria-label="Signed end of the chain">${JSON.stringify(signed, null, 2)}</pre>`;
}
