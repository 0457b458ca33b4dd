/** A document on its way, and one that has ended without a result. */
import type { JobErrorCode, JobStage } from '#contracts/document-vocabulary.ts';
import type { DocumentJobStatus } from '#contracts/http/document.ts';
import { html, type Markup } from '#markup/html.ts';
import { plain } from '#results/page/words.ts';
import { DOCUMENTS_PATH, VERIFICATIONS_PATH, VERIFY_PATH } from '../paths.ts';
import { csrfField, type Viewer } from './layout.ts';

interface Shown {
  status: DocumentJobStatus;
  canBeRetried: boolean;
  /** Whether the viewer may cancel it, or try again. */
  mayChange: boolean;
}

const STAGES: Record<JobStage, string> = {
  received: 'Waiting for its turn',
  validating: 'Looking at the file',
  parsing: 'Reading the file',
  extracting: 'Finding claims',
  retrieving: 'Looking for evidence',
  judging: 'Judging claims',
  assembling: 'Summing up',
  done: 'Done',
};

const FAILURES: Partial<Record<JobErrorCode, string>> = {
  document_encrypted: 'It needs a password. Send a copy without one.',
  document_corrupt: 'The file is damaged: it can’t be read.',
  document_empty: 'There is no text in it.',
  parse_timeout: 'Reading it took too long.',
  page_limit_exceeded: 'It has too many pages. Send it in parts.',
  document_too_large: 'It has too much text. Send it in parts.',
  source_expired: 'Its time was over before it was verified.',
};

export function documentPage(viewer: Viewer, { status, canBeRetried, mayChange }: Shown) {
  const path = `${DOCUMENTS_PATH}/${status.job_id}`;
  if (isEnded(status)) return endedPage(viewer, status, canBeRetried && mayChange);
  return {
    title: 'Verifying a document',
    script: 'document.js',
    live: `${path}/progress`,
    // Without script, the page is loaded again.
    head: html`<noscript><meta http-equiv="refresh" content="2"></noscript>`,
    body: html`<div class="narrow">
<h1>Verifying a document</h1>
<section class="card" data-document aria-live="polite">${documentProgress(status)}</section>
${
  status.cancel_requested
    ? html`<p>It is being cancelled.</p>`
    : mayChange
      ? html`<form method="post" action="${path}/cancel">${csrfField(viewer.csrf)}<button class="quiet">Cancel</button></form>`
      : null
}
<p class="muted small">You may close this page: the work goes on, and the result waits under <a href="${VERIFICATIONS_PATH}">Verifications</a>.</p>
</div>`,
  };
}

/** The part that changes while the page is open. */
export function documentProgress(status: DocumentJobStatus): Markup {
  return html`<p><b>${STAGES[status.stage]}</b></p>
<progress max="100" value="${status.progress}" aria-label="Progress">${status.progress} %</progress>
<p class="muted small">${status.source_context ?? ''}</p>`;
}

export function isEnded({ status }: DocumentJobStatus): boolean {
  return status !== 'queued' && status !== 'running';
}

function endedPage(viewer: Viewer, status: DocumentJobStatus, mayRetry: boolean) {
  const isCancelled = status.status === 'cancelled';
  const title = isCancelled ? 'Cancelled' : 'There is no result';
  const { error_code, source_context } = status;
  const why = error_code === null ? '' : (FAILURES[error_code] ?? `It failed: ${plain(error_code)}.`);
  return {
    title,
    body: html`<div class="narrow"><h1>${title}</h1><section class="card">
<p>${isCancelled ? 'Somebody has stopped it.' : why}</p>
<p class="muted">${source_context ?? ''}</p>
<div class="actions"><a class="button" href="${VERIFY_PATH}">Verify another</a>
${mayRetry ? html`<form method="post" action="${DOCUMENTS_PATH}/${status.job_id}/retry">${csrfField(viewer.csrf)}<button class="quiet">Try again</button></form>` : null}</div>
</section></div>`,
  };
}
