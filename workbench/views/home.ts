/** The first page. */
import { html, type Markup } from '#markup/html.ts';
import type { OverviewDocument } from '#projectors/overviews/document.ts';
import type { Page } from '#query-api/pages/page.ts';
import { VERDICT_WORDS, VERDICTS_SHOWN } from '#results/page/words.ts';
import { EXAMPLE_FIGURES } from '../example-figures.ts';
import { mayCall } from '../may-call.ts';
import { HOME_PATH, VERIFICATIONS_PATH, VERIFY_PATH } from '../paths.ts';
import { csrfField, keyField, type Viewer } from './layout.ts';
import { type Titles, verificationList } from './verification-list.ts';

export function homePage(viewer: Viewer, { data, next }: Page<OverviewDocument>, titles: Titles) {
  const mayVerify = mayCall('createVerification', viewer);
  return {
    title: 'Home',
    body: html`<div class="head"><h1>${data.length === 0 ? 'Welcome' : 'Lately verified'}</h1>
${mayVerify && data.length > 0 ? html`<p><a class="button" href="${VERIFY_PATH}">Verify a text</a></p>` : null}</div>
${data.length === 0 ? firstSteps(viewer, mayVerify) : verificationList(data, titles)}
${next === null ? null : html`<p><a href="${VERIFICATIONS_PATH}">All verifications</a></p>`}`,
  };
}

/** What to do where nothing was verified yet. */
function firstSteps({ csrf }: Viewer, mayVerify: boolean): Markup {
  if (!mayVerify) return html`<p class="empty card">Nothing was verified yet.</p>`;
  return html`<div class="result">
<section class="card"><h2>See it on an example</h2>
<p>An article about a tidal power station, checked against ten short documents about it: some of its claims are borne out by them, some are wrong, and many can't be decided.</p>
<form method="post" action="${HOME_PATH}/example">${csrfField(csrf)}${keyField()}<button>Verify the example</button></form></section>
<section class="card"><h2>Verify a text of your own</h2>
<p>Paste it, and choose what it is checked against. Every claim ends as supported, contradicted, disputed, unverifiable or not checkable, each with its passages.</p>
<p><a class="button" href="${VERIFY_PATH}">Verify a text</a></p></section>
</div>
<section class="card"><h2>Give it a judge that reads</h2>
<p>Out of the box a small, strict judge decides, which leaves much open. A language model on this machine settles more:</p>
<p><code>npm run evidence -- model find</code></p>
${figures()}</section>`;
}

function figures(): Markup {
  return html`<table><caption class="small muted">The claims of the example, checked against the twelve documents of its library. The model's answers are recorded: <code>npm run demo -- --model recorded</code> shows each claim.</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Rules alone</th><th scope="col">With a model that reads</th></tr></thead>
<tbody>${VERDICTS_SHOWN.map((each) => html`<tr><th scope="row"><span class="verdict ${each}"><span aria-hidden="true">${VERDICT_WORDS[each].sign}</span> ${VERDICT_WORDS[each].label}</span></th><td>${EXAMPLE_FIGURES[each].rules}</td><td>${EXAMPLE_FIGURES[each].model}</td></tr>`)}</tbody></table>`;
}
