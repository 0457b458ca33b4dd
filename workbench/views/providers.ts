/** Connections to providers, models, and the outcome of a test call. */
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import { PROVIDERS } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import type { ProviderConnectionDocument } from '#projectors/provider-connections/document.ts';
import { time } from '#results/page/words.ts';
import { PROVIDERS_PATH } from '../paths.ts';
import { TEST_WITHIN_MS, TESTS_PER_HOUR, type TestOutcome } from '../test-call.ts';
import { csrfField, keyField, type Viewer } from './layout.ts';

export function providersPage(
  viewer: Viewer,
  connections: readonly ProviderConnectionDocument[],
  models: readonly UsableModel[],
) {
  return {
    title: 'Providers',
    script: 'providers.js',
    body: html`<h1>Providers</h1>
<details class="card"${connections.length === 0 ? html` open` : null}><summary>Connect a provider</summary>
<form class="stack" method="post" action="${PROVIDERS_PATH}">
${csrfField(viewer.csrf)}${keyField()}
<div class="fields">
<label>Provider <select name="provider">${PROVIDERS.map((each) => html`<option>${each}</option>`)}</select></label>
<label>Label <input name="label" minlength="2" maxlength="120" placeholder="default"></label>
<label>Credential ${credentialField()}</label>
</div>
<p class="hint">An account of your own, at a model's or a search's provider. What is sent there is freed of what identifies persons. The credential is never shown again.</p>
<button>Connect it</button>
</form></details>
${connections.length === 0 ? html`<p class="empty card">No provider is connected.</p>` : html`<ul class="rows">${connections.map((each) => row(each, viewer))}</ul>`}
<h2>Models that may be asked</h2>
${
  models.length === 0
    ? html`<p class="empty card">None: the judge that comes with the service decides alone.</p>`
    : html`<ul class="rows">${models.map((each) => modelRow(each, viewer))}</ul>
<p class="hint">A test call asks one small question and waits ${SECONDS} seconds for its answer at most; ${TESTS_PER_HOUR} an hour.</p>
<p class="note" role="status" data-waiting hidden></p>`
}`,
  };
}

const SECONDS = TEST_WITHIN_MS / 1_000;

function credentialField(): Markup {
  return html`<input name="credential" type="password" autocomplete="off" required minlength="8" maxlength="4096" spellcheck="false">`;
}

function row({ id, provider, label, created_at, rotated_at }: ProviderConnectionDocument, viewer: Viewer): Markup {
  const hidden = csrfField(viewer.csrf);
  return html`<li class="row"><span class="what"><b>${provider}</b> <span class="muted"><bdi>${label}</bdi></span><br>
<span class="muted small">connected ${time(created_at)}${rotated_at === null ? null : html` · credential replaced ${time(rotated_at)}`}</span></span>
<details><summary class="button quiet">Replace the credential</summary>
<form class="stack" method="post" action="${PROVIDERS_PATH}/${id}/rotate">${hidden}<label>New credential ${credentialField()}</label><button>Replace it<span class="unseen"> of ${provider} ${label}</span></button></form></details>
<details><summary class="button quiet">Disconnect</summary><p class="small">Nothing more is asked there, and the credential is destroyed.</p>
<form method="post" action="${PROVIDERS_PATH}/${id}/disconnect">${hidden}<button class="quiet">Disconnect it<span class="unseen"> ${provider} ${label}</span></button></form></details></li>`;
}

function modelRow({ id, provider, kind, is_external }: UsableModel, viewer: Viewer): Markup {
  const whose = provider === 'operator' ? 'set by whoever runs the service' : provider;
  return html`<li class="row"><span class="what"><b><bdi>${id}</bdi></b><br>
<span class="muted small">${whose} · ${kind === 'general' ? 'reads passages' : 'says yes or no to a passage'} · ${is_external ? 'elsewhere, gets no personal identifiers' : 'on a machine of the operator'}</span></span>
<form method="post" action="${PROVIDERS_PATH}/test" data-test="${id} is being asked, for ${SECONDS} seconds at most: a model that has to be loaded first takes a while.">${csrfField(viewer.csrf)}<input type="hidden" name="model" value="${id}"><button class="quiet">Test call<span class="unseen"> of ${id}</span></button></form></li>`;
}

const OUTCOMES: Record<TestOutcome['outcome'], string> = {
  right: 'It answers as verifications need it.',
  wrong:
    'It answers, but not rightly: the question was whether “18 turbines” contradicts “24 turbines”. Its verdicts will be poor.',
  failed: 'There is no answer.',
};

export function testedPage({ id }: UsableModel, { outcome, failure, milliseconds, tokens }: TestOutcome) {
  return {
    title: 'Test call',
    body: html`<section class="card narrow">
<h1>Test call</h1>
<p><b><bdi>${id}</bdi></b></p>
<p class="note${outcome === 'right' ? '' : ' bad'}" role="status">${OUTCOMES[outcome]} ${failure}</p>
<dl><dt>Took</dt><dd>${(milliseconds / 1_000).toFixed(1)} s</dd>
${tokens === null ? null : html`<dt>Tokens</dt><dd>${tokens.input} read, ${tokens.output} written</dd>`}</dl>
<p><a class="button" href="${PROVIDERS_PATH}">To the providers</a></p>
</section>`,
  };
}
