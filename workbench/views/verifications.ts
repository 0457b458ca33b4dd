/** The list of verifications. */
import { html, type Markup } from '#markup/html.ts';
import type { OverviewDocument } from '#projectors/overviews/document.ts';
import type { Page } from '#query-api/pages/page.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';
import { type Titles, verificationList } from './verification-list.ts';

export function verificationsListPage({ data, next }: Page<OverviewDocument>, titles: Titles, after: string | null) {
  return {
    title: 'Verifications',
    body: html`<h1>Verifications</h1>
${data.length === 0 ? html`<p class="empty card">${after === null ? 'Nothing was verified yet.' : 'There are no more.'}</p>` : verificationList(data, titles)}
${pager(VERIFICATIONS_PATH, next, after)}`,
  };
}

/** Leads to the next page of a list, and back to its beginning. */
export function pager(path: string, next: string | null, after: string | null): Markup | null {
  if (next === null && after === null) return null;
  return html`<nav class="actions" aria-label="Pages">
${after === null ? null : html`<a href="${path}">To the newest</a>`}
${next === null ? null : html`<a class="button" rel="next" href="${path}?after=${encodeURIComponent(next)}">Older ones</a>`}
</nav>`;
}
