/** The pages of people who are not signed in yet. */
import { ENTER_PATH } from '#http/paths.ts';
import { html, type Markup } from '#markup/html.ts';
import { INVITATION_PATH, LOGIN_PATH } from '../paths.ts';

type Fields = Record<string, string>;

export function loginPage(fields: Fields, refusal: string | null) {
  const { next = '', organization_id = '', email = '', api_key, ended, out } = fields;
  const note = ended !== undefined ? 'Your session has ended. Sign in again.' : 'You have logged out.';
  const keep = html`<input type="hidden" name="next" value="${next}">`;
  return {
    title: 'Sign in',
    body: html`<div class="narrow">
<h1>Sign in</h1>
${refusal === null ? ((ended ?? out) !== undefined && html`<p class="note" role="status">${note}</p>`) || null : alert(refusal)}
<form class="card stack" method="post" action="${LOGIN_PATH}">
${keep}
<h2>With your password</h2>
<label>E-mail address <input name="email" type="email" autocomplete="username" required maxlength="320" value="${email}"></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>
<label>Organization <input name="organization_id" required maxlength="40" autocomplete="organization" spellcheck="false" placeholder="org_…" value="${organization_id}">
<span class="hint">Its id, which came with your invitation.</span></label>
<button>Sign in</button>
</form>
<details class="card"${api_key === undefined ? null : html` open`}>
<summary>With an API key</summary>
<form class="stack" method="post" action="${LOGIN_PATH}">
${keep}
<label>API key <input name="api_key" type="password" autocomplete="off" required maxlength="100" spellcheck="false">
<span class="hint">The session has the rights of the key. The owner's key of a new service is in the file <code>data/bootstrap-key</code>.</span></label>
<button>Sign in</button>
</form>
</details>
<p class="muted">You run this service? <code>npm run evidence -- login</code> prints a link that signs you in.
Invited? <a href="${INVITATION_PATH}">Accept the invitation</a>.</p>
</div>`,
  };
}

export function enterPage({ token = '' }: Fields, refusal: string | null) {
  return {
    title: 'Sign in as the owner',
    body: html`<div class="narrow">
<h1>Welcome</h1>
${refusal === null ? null : alert(refusal)}
${
  refusal === null
    ? html`<form class="card stack" method="post" action="${ENTER_PATH}">
<input type="hidden" name="token" value="${token}">
<p>This link signs you in as the owner, with all rights, on this browser. It works once, within ten minutes of being made.</p>
<button autofocus>Sign in as the owner</button>
</form>`
    : html`<p><a class="button" href="${LOGIN_PATH}">Other ways to sign in</a></p>`
}
</div>`,
  };
}

export function invitationPage({ token = '' }: Fields, refusal: string | null) {
  return {
    title: 'Accept the invitation',
    body: html`<div class="narrow">
<h1>Accept the invitation</h1>
${refusal === null ? null : alert(refusal)}
<form class="card stack" method="post" action="${INVITATION_PATH}">
<label>Invitation <input name="token" required maxlength="100" spellcheck="false" autocomplete="off" placeholder="evs_inv_…" value="${token}"></label>
<label>A password of your own <input name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="200">
<span class="hint">At least twelve characters. A sentence is easy to remember and hard to guess.</span></label>
<button>Join</button>
</form>
</div>`,
  };
}

/** What went wrong, read out at once. */
export function alert(message: string): Markup {
  return html`<p class="note bad" role="alert">${message}</p>`;
}
