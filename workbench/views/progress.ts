/** A verification that runs, and one that ended without a result. */
import { html, type Markup } from '#markup/html.ts';
import type { VerificationProgress } from '#query-api/progress.ts';
import { count, plain } from '#results/page/words.ts';
import { VERIFICATIONS_PATH, VERIFY_PATH } from '../paths.ts';
import { csrfField, type Viewer } from './layout.ts';

type Stage = NonNullable<VerificationProgress['stage']>;

/** In the order in which they run. The script knows them by their names (assets/progress.js). */
const STAGES: [Stage, string][] = [
  ['extract', 'Finding claims'],
  ['retrieve', 'Looking for evidence'],
  ['judge', 'Judging claims'],
  ['conclude', 'Summing up'],
];

export function progressPage({ csrf, role }: Viewer, progress: VerificationProgress) {
  const { verification_id: id, stage } = progress;
  const at = STAGES.findIndex(([name]) => name === stage);
  return {
    title: 'Verifying',
    script: 'progress.js',
    live: `${VERIFICATIONS_PATH}/${id}/progress`,
    // Without script, the page is loaded again.
    head: html`<noscript><meta http-equiv="refresh" content="2"></noscript>`,
    body: html`<div class="narrow" data-progress>
<h1>Verifying</h1>
<ol class="stages">
${STAGES.map(
  (
    [name, label],
    index,
  ) => html`<li data-stage="${name}" data-state="${index < at ? 'done' : index === at ? 'now' : 'later'}">
<span class="dot" aria-hidden="true"></span> <span>${label}</span> <span data-count>${countAt(name, progress)}</span></li>`,
)}
</ol>
<p class="unseen" role="status" data-status></p>
${
  ['owner', 'admin', 'developer'].includes(role)
    ? html`<form method="post" action="${VERIFICATIONS_PATH}/${id}/cancel">${csrfField(csrf)}<button class="quiet">Cancel</button></form>`
    : null
}
<p class="muted small">You may close this page: the work goes on, and the result waits under <a href="${VERIFICATIONS_PATH}">Verifications</a>.</p>
</div>`,
  };
}

function countAt(stage: Stage, { claims }: VerificationProgress): string {
  if (stage === 'extract') return claims.extracted === 0 ? '' : String(claims.extracted);
  if (stage === 'retrieve') return claims.searched === 0 ? '' : `${claims.searched} of ${claims.checkable}`;
  return stage === 'judge' && claims.judged > 0 ? `${claims.judged} of ${claims.extracted}` : '';
}

/** Cancelled, failed, or erased. */
export function endedPage({ verification_id: id, status, failure, expired_at, claims }: VerificationProgress) {
  const title = expired_at !== null ? 'The text was erased' : status === 'cancelled' ? 'Cancelled' : 'It failed';
  return {
    title,
    status: expired_at === null ? 200 : 410,
    body: html`<div class="narrow">
<h1>${title}</h1>
<div class="card">
<p>${whatHappened(status, failure, expired_at)}</p>
<p class="muted">${count(claims.extracted, 'claim')} found, ${claims.judged} judged.</p>
<p class="actions"><a class="button" href="${VERIFY_PATH}">Verify a text</a> <a href="${VERIFICATIONS_PATH}/${id}/history">What happened, step by step</a></p>
</div>
</div>`,
  };
}

function whatHappened(
  status: VerificationProgress['status'],
  failure: VerificationProgress['failure'],
  expired_at: string | null,
): Markup {
  if (expired_at !== null)
    return html`Its time was over, so text and result can no longer be read by anybody. Its history stays, without the text.`;
  if (status === 'cancelled') return html`Somebody has stopped this verification. There is no result.`;
  return html`There is no result: ${failure === null ? 'something went wrong' : plain(failure)}. Try again; if that fails too, ask whoever runs the service.`;
}
