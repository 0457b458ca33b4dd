/** The documents of the library, and passages found in it. */
import type { LibraryPassage, ListedDocument } from '#contracts/ports/evidence-library.ts';
import { html, type Markup } from '#markup/html.ts';
import type { Page } from '#query-api/pages/page.ts';
import { time } from '#results/page/words.ts';
import { LIBRARY_PATH, SOURCES_PATH } from '../paths.ts';
import { csrfField, type Viewer } from './layout.ts';
import { matching } from './matching.ts';

interface Shown {
  after: string | null;
  words: string;
  /** null: nothing was searched for. */
  found: readonly LibraryPassage[] | null;
}

export function libraryListPage(viewer: Viewer, { data, next }: Page<ListedDocument>, { after, words, found }: Shown) {
  return {
    title: 'The library',
    body: html`<div class="head"><h1>The library</h1><p><a href="${SOURCES_PATH}">‹ Sources</a></p></div>
<p class="muted">Documents that all texts of this service are checked against. <code>npm run evidence -- library add DIR</code> adds more.</p>
<form class="card stack" method="get" action="${LIBRARY_PATH}"><label>Words to look for <input name="words" maxlength="400" value="${words}" dir="auto"></label><button class="quiet">Search</button></form>
${found === null ? null : results(found, words)}
${data.length === 0 ? html`<p class="empty card">${after === null ? 'The library has no documents.' : 'There are no more.'}</p>` : html`<ul class="rows">${data.map((each) => row(each, viewer))}</ul>`}
<nav class="actions" aria-label="Pages">
${after === null ? null : html`<a href="${LIBRARY_PATH}">From the beginning</a>`}
${next === null ? null : html`<a class="button" rel="next" href="${LIBRARY_PATH}?after=${encodeURIComponent(next)}">More</a>`}
</nav>`,
  };
}

function results(found: readonly LibraryPassage[], words: string): Markup {
  if (found.length === 0) return html`<p class="empty card">No passage has any of these words.</p>`;
  return html`<section class="card" aria-label="Found"><h2>Found</h2><ul class="passages">${found.map(
    ({ title, path, text }) =>
      html`<li><blockquote dir="auto">${matching(text, words)}</blockquote><p class="source"><b><bdi>${title}</bdi></b> <span class="muted"><bdi>${path}</bdi></span></p></li>`,
  )}</ul></section>`;
}

function row(
  { path, title, publisher, publication_date, licence, indexed_at }: ListedDocument,
  viewer: Viewer,
): Markup {
  const facts = [publisher, publication_date, licence].filter((each) => each !== null && each !== '');
  return html`<li class="row"><span class="what"><b><bdi>${title}</bdi></b><br><span class="muted small"><bdi>${path}</bdi> · ${facts.join(' · ')}</span></span>
<span class="when muted">read ${time(indexed_at)}</span>
<details><summary class="button quiet">Remove</summary><p class="small">A file of EVIDENCE_LIBRARY_DIR comes back at the next start.</p>
<form method="post" action="${LIBRARY_PATH}/remove">${csrfField(viewer.csrf)}<input type="hidden" name="path" value="${path}"><button class="quiet">Remove it<span class="unseen"> ${title}</span></button></form></details></li>`;
}
