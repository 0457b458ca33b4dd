/** Source sets: the pages that an organization approves. */
import type { SourceResourceRecord, SourceSetRecord } from '#contracts/http/source-set.ts';
import { html, linkTarget, type Markup } from '#markup/html.ts';
import type { Page } from '#query-api/pages/page.ts';
import { count, time } from '#results/page/words.ts';
import { LIBRARY_PATH, SOURCES_PATH } from '../paths.ts';
import { csrfField, keyField, type Viewer } from './layout.ts';
import { pager } from './verifications.ts';

interface Shown {
  after: string | null;
  mayChange: boolean;
  hasLibrary: boolean;
}

export function sourcesPage(
  viewer: Viewer,
  { data, next }: Page<SourceSetRecord>,
  { after, mayChange, hasLibrary }: Shown,
) {
  return {
    title: 'Sources',
    body: html`<div class="head"><h1>Sources</h1>${hasLibrary ? html`<p><a class="button" href="${LIBRARY_PATH}">The library</a></p>` : null}</div>
<p class="muted">A source set holds pages that you trust. A text is checked against one when you choose it, or when its policy names it.</p>
${mayChange ? setForm(viewer) : null}
${data.length === 0 ? html`<p class="empty card">There is no source set yet.</p>` : data.map((set) => setCard(set, mayChange, viewer))}
${pager(SOURCES_PATH, next, after)}`,
  };
}

function setForm({ csrf }: Viewer): Markup {
  return html`<details class="card"><summary>Make a source set</summary>
<form class="stack" method="post" action="${SOURCES_PATH}">${csrfField(csrf)}${keyField()}
<label>Name <input name="name" required minlength="2" maxlength="120"></label>
<label>What it is for <input name="description" maxlength="2000"></label>
<button>Make it</button></form></details>`;
}

function setCard(
  { id, name, description, resources, created_at }: SourceSetRecord,
  mayChange: boolean,
  viewer: Viewer,
): Markup {
  return html`<section class="card" aria-label="${name}"><h2><bdi>${name}</bdi></h2>
<p class="muted small">${description === '' ? null : html`<span dir="auto">${description}</span> · `}${count(resources.length, 'page')} · made ${time(created_at)} · <code>${id}</code></p>
<ul class="plain">${resources.map((resource) => resourceRow(resource, mayChange, viewer))}</ul>
${
  mayChange
    ? html`<details><summary>Add a page</summary><form class="stack" method="post" action="${SOURCES_PATH}/${id}/resources">${csrfField(viewer.csrf)}${keyField()}
<div class="fields"><label>Address <input name="url" type="url" required minlength="12" maxlength="2048" placeholder="https://…" spellcheck="false"></label>
<label>Label <input name="label" required minlength="2" maxlength="200"></label></div>
<button>Add it<span class="unseen"> to ${name}</span></button></form></details>`
    : null
}</section>`;
}

function resourceRow(
  { id, source_set_id, url, label, created_at }: SourceResourceRecord,
  mayChange: boolean,
  viewer: Viewer,
): Markup {
  const target = linkTarget(url);
  return html`<li class="actions"><span><b><bdi>${label}</bdi></b> ${target === null ? html`<bdi>${url}</bdi>` : html`<a href="${target}" rel="noopener noreferrer"><bdi>${url}</bdi></a>`} <span class="muted small">added ${time(created_at)}</span> <a class="small" href="${SOURCES_PATH}/${source_set_id}/resources/${id}">What was read<span class="unseen"> of ${label}</span></a></span>
${mayChange ? html`<form method="post" action="${SOURCES_PATH}/${source_set_id}/resources/${id}/disable">${csrfField(viewer.csrf)}<button class="quiet">Remove<span class="unseen"> ${label}</span></button></form>` : null}</li>`;
}
