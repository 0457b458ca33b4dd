/** API keys, and the one page that shows a secret. */
import type { ApiKeyCreated } from '#contracts/http/api-key.ts';
import { KEY_ENVIRONMENTS } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import type { ApiKeyDocument } from '#projectors/api-keys/document.ts';
import type { Page } from '#query-api/pages/page.ts';
import { time } from '#results/page/words.ts';
import { KEYS_PATH } from '../paths.ts';
import { csrfField, keyField, type Viewer } from './layout.ts';
import { pager } from './verifications.ts';

interface Shown {
  after: string | null;
  /** Whether a form came again whose key was made before. */
  wasSentTwice: boolean;
  viewer: Viewer;
}

export function keysPage({ data, next }: Page<ApiKeyDocument>, { after, wasSentTwice, viewer }: Shown) {
  return {
    title: 'API keys',
    body: html`<h1>API keys</h1>
${wasSentTwice ? html`<p class="note" role="status">The form was sent twice, and one key was made. Its secret stood in the first answer; if you have not seen it, rotate the key.</p>` : null}
<details class="card"${data.length === 0 ? html` open` : null}>
<summary>Make a key</summary>
<form class="stack" method="post" action="${KEYS_PATH}">
${csrfField(viewer.csrf)}${keyField()}
<div class="fields">
<label>Name <input name="name" required maxlength="120" placeholder="What it is for"></label>
<label>Environment <select name="environment">${KEY_ENVIRONMENTS.map((each) => html`<option>${each}</option>`)}</select></label>
<label>Texts an hour <input name="quota_per_hour" type="number" min="1" max="10000" value="100"></label>
</div>
<p class="hint">It may verify and read, with your rights at most. A key of other scopes is made <a href="/v1/openapi.json">by the API</a>.</p>
<button>Make the key</button>
</form>
</details>
${data.length === 0 ? html`<p class="empty card">There is no key yet.</p>` : html`<ul class="rows">${data.map((key) => row(key, viewer))}</ul>`}
${pager(KEYS_PATH, next, after)}`,
  };
}

function row(key: ApiKeyDocument, viewer: Viewer): Markup {
  const { key_id, name, prefix, environment, role, quota_per_hour, created_at, rotated_at, revoked_at } = key;
  return html`<li class="row">
<span class="what"><b>${name}</b> <code>${prefix}…</code><br>
<span class="muted small">${environment} · ${role} · ${quota_per_hour} texts an hour · made ${time(created_at)}${rotated_at === null ? null : html` · rotated ${time(rotated_at)}`}</span></span>
${
  revoked_at !== null
    ? html`<span class="muted">revoked ${time(revoked_at)}</span>`
    : html`<span class="actions">
${button(`${KEYS_PATH}/${key_id}/rotate`, 'Rotate', `the key ${name}`, viewer)}
<details><summary class="button quiet">Revoke</summary><p class="small">Every program that uses it is refused at once.</p>
${button(`${KEYS_PATH}/${key_id}/revoke`, 'Revoke it', `the key ${name}`, viewer)}</details>
</span>`
}
</li>`;
}

function button(action: string, label: string, what: string, viewer: Viewer): Markup {
  return html`<form method="post" action="${action}">${csrfField(viewer.csrf)}<button class="quiet">${label}<span class="unseen"> ${what}</span></button></form>`;
}

/** Shown once, in the response to the form: a reload asks whether to send it again. */
export function secretPage({ name, secret, warning }: ApiKeyCreated) {
  return {
    title: 'The key',
    body: html`<section class="card narrow">
<h1>${name}</h1>
<p class="note">${warning}</p>
<label>Secret <input readonly value="${secret}" spellcheck="false" autocomplete="off" autofocus></label>
<p class="hint">Programs send it as <code>Authorization: Bearer …</code>.</p>
<p><a class="button" href="${KEYS_PATH}">I have copied it</a></p>
</section>`,
  };
}
