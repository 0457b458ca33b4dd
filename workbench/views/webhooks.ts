/** Webhooks, what was sent to one of them, and the one page that shows a signing secret. */
import type { WebhookCreated } from '#contracts/http/webhook.ts';
import { html, type Markup } from '#markup/html.ts';
import type { DeliveryState, WebhookDeliveryDocument } from '#projectors/webhook-deliveries/document.ts';
import type { Page } from '#query-api/pages/page.ts';
import type { ListedWebhook } from '#query-api/pages/webhooks.ts';
import { count, plain, time } from '#results/page/words.ts';
import { VERIFICATIONS_PATH, WEBHOOKS_PATH } from '../paths.ts';
import { csrfField, keyField, type Viewer } from './layout.ts';

export const DELIVERY_STATES: readonly DeliveryState[] = ['owed', 'delivered', 'failed'];

const STATE_WORDS: Record<DeliveryState, string> = { owed: 'Waiting', delivered: 'Delivered', failed: 'Given up' };
const STATE_TONES: Record<DeliveryState, string> = {
  owed: 'unverifiable',
  delivered: 'supported',
  failed: 'contradicted',
};
const WEBHOOK_STATES: Record<ListedWebhook['state'], string> = {
  in_force: 'in force',
  gone: 'switched off: the destination answered that it is gone',
  failing: 'switched off: every attempt failed for days',
};

/** `wasSentTwice`: whether a form came again whose webhook was added before. */
export function webhooksPage(webhooks: readonly ListedWebhook[], viewer: Viewer, wasSentTwice: boolean) {
  return {
    title: 'Webhooks',
    body: html`<h1>Webhooks</h1>
${wasSentTwice ? html`<p class="note" role="status">The form was sent twice, and one webhook was added. Its secret stood in the first answer; if you have not seen it, delete the webhook and add it again.</p>` : null}
<details class="card"${webhooks.length === 0 ? html` open` : null}>
<summary>Add a webhook</summary>
<form class="stack" method="post" action="${WEBHOOKS_PATH}">
${csrfField(viewer.csrf)}${keyField()}
<label>URL <input name="url" type="url" required minlength="12" maxlength="2048" placeholder="https://example.com/evidence" spellcheck="false">
<span class="hint">It is called, with a signature, whenever a verification has completed. No text of yours is in the message.</span></label>
<button>Add it</button>
</form>
</details>
${webhooks.length === 0 ? html`<p class="empty card">There is no webhook yet.</p>` : html`<ul class="rows">${webhooks.map((each) => row(each, viewer))}</ul>`}`,
  };
}

function row({ webhook_id, host, events, created_at, state }: ListedWebhook, viewer: Viewer): Markup {
  return html`<li class="row"><span class="what"><a href="${WEBHOOKS_PATH}/${webhook_id}"><b><bdi>${host}</bdi></b></a><br>
<span class="muted small">${events.join(', ')} · added ${time(created_at)}</span></span>
<span class="${state === 'in_force' ? 'muted' : 'verdict contradicted'}">${WEBHOOK_STATES[state]}</span>
<details><summary class="button quiet">Delete</summary><p class="small">Nothing more is sent, and its secret is destroyed.</p>
<form method="post" action="${WEBHOOKS_PATH}/${webhook_id}/delete">${csrfField(viewer.csrf)}<button class="quiet">Delete it<span class="unseen"> ${host}</span></button></form></details></li>`;
}

/** Shown once, in the response to the form. */
export function signingSecretPage({ url, signing_secret, warning }: WebhookCreated) {
  return {
    title: 'The signing secret',
    body: html`<section class="card narrow">
<h1>The signing secret</h1>
<p><bdi>${url}</bdi></p>
<p class="note">${warning}</p>
<label>Secret <input readonly value="${signing_secret}" spellcheck="false" autocomplete="off" autofocus></label>
<p class="hint">Messages are signed with it as Standard Webhooks describes.</p>
<p><a class="button" href="${WEBHOOKS_PATH}">I have copied it</a></p>
</section>`,
  };
}

interface Deliveries {
  webhook: ListedWebhook | null;
  after: string | null;
  state: DeliveryState | null;
  viewer: Viewer;
  /** Whether a message was just sent again. */
  isSent: boolean;
}

export function deliveriesListPage(
  id: string,
  { data, next }: Page<WebhookDeliveryDocument>,
  { webhook, after, state, viewer, isSent }: Deliveries,
) {
  const path = `${WEBHOOKS_PATH}/${id}`;
  const href = (changed: Record<string, string>) => {
    const query = new URLSearchParams({ ...(state !== null && { state }), ...changed });
    return query.size === 0 ? path : `${path}?${query}`;
  };
  const current = (is: boolean) => (is ? html` aria-current="true"` : null);
  const maySend = webhook?.state === 'in_force';
  return {
    title: 'Deliveries',
    body: html`<div class="head"><h1>Deliveries to <bdi>${webhook?.host ?? id}</bdi></h1><p><a href="${WEBHOOKS_PATH}">‹ All webhooks</a></p></div>
${webhook === null || maySend ? null : html`<p class="note bad">This webhook is ${WEBHOOK_STATES[webhook.state]}. Add it again when it is well.</p>`}
${isSent ? html`<p class="note" role="status">A copy of the message is on its way. It is listed in a moment, as a message of its own.</p>` : null}
<nav class="filters" aria-label="Which messages"><a href="${path}"${current(state === null)}>All</a>
${DELIVERY_STATES.map((each) => html`<a href="${path}?state=${each}"${current(state === each)}>${STATE_WORDS[each]}</a>\n`)}</nav>
${data.length === 0 ? html`<p class="empty card">Nothing here.</p>` : html`<ul class="rows">${data.map((each) => message(each, path, maySend, viewer))}</ul>`}
<nav class="actions" aria-label="Pages">
${after === null ? null : html`<a href="${href({})}">To the newest</a>`}
${next === null ? null : html`<a class="button" rel="next" href="${href({ after: next })}">Older ones</a>`}
</nav>`,
  };
}

function message(delivery: WebhookDeliveryDocument, path: string, maySend: boolean, viewer: Viewer): Markup {
  const { message_id, type, verification_id, state, requested_at, attempts } = delivery;
  return html`<li class="row"><span class="what"><b>${type ?? 'message'}</b>
${verification_id === null ? null : html`<a class="small" href="${VERIFICATIONS_PATH}/${verification_id}">its verification</a>`}<br>
<span class="muted small">${message_id} · ${time(requested_at)}</span>
${attempts.length === 0 ? null : html`<details class="small"><summary>${count(attempts.length, 'attempt')}</summary><ol>${attempts.map(attempt)}</ol></details>`}</span>
<span class="pill ${STATE_TONES[state]}">${STATE_WORDS[state]}</span>
${
  maySend && state !== 'owed'
    ? html`<form method="post" action="${path}/resend">${csrfField(viewer.csrf)}<input type="hidden" name="message_id" value="${message_id}"><button class="quiet">Send again<span class="unseen"> ${message_id}</span></button></form>`
    : html`<span></span>`
}</li>`;
}

function attempt({
  started_at,
  duration_ms,
  status,
  error_class,
  next_attempt_at,
}: WebhookDeliveryDocument['attempts'][number]): Markup {
  const outcome = error_class === null ? 'delivered' : plain(error_class);
  return html`<li>${time(started_at)}: ${outcome}${status === null ? null : `, status ${status}`}, ${duration_ms} ms${next_attempt_at === null ? null : html`; again ${time(next_attempt_at)}`}</li>`;
}
