/** The first page. */
import { html } from '#markup/html.ts';
import type { OverviewDocument } from '#projectors/overviews/document.ts';
import type { Page } from '#query-api/pages/page.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';
import type { Viewer } from './layout.ts';
import { verificationList } from './verification-list.ts';

export function homePage(_viewer: Viewer, { data, next }: Page<OverviewDocument>) {
  return {
    title: 'Home',
    body: html`<h1>Verifications</h1>
${data.length === 0 ? html`<p class="empty card">Nothing was verified yet.</p>` : verificationList(data)}
${next === null ? null : html`<p><a href="${VERIFICATIONS_PATH}">All verifications</a></p>`}`,
  };
}
