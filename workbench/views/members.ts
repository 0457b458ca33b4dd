/** Members of an organization. */
import type { MemberInvited, MemberRecord } from '#contracts/http/organization.ts';
import { MEMBER_ROLES } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import { time } from '#results/page/words.ts';
import { INVITATION_PATH, MEMBERS_PATH, SESSION_PATH } from '../paths.ts';
import { csrfField, type Viewer } from './layout.ts';

interface Shown {
  organization_id: string;
  mayInvite: boolean;
  viewer: Viewer;
}

export function membersPage(members: readonly MemberRecord[], { organization_id, mayInvite, viewer }: Shown) {
  return {
    title: 'Members',
    body: html`<div class="head"><h1>Members</h1><p class="muted small">of <code>${organization_id}</code></p></div>
<form method="post" action="${SESSION_PATH}/everywhere">${csrfField(viewer.csrf)}<p class="actions"><button class="quiet">Log out everywhere</button> <span class="muted small">Ends all of your sessions, in every browser, this one included.</span></p></form>
${mayInvite ? inviteForm(viewer) : null}
<ul class="rows">${members.map(row)}</ul>`,
  };
}

function inviteForm(viewer: Viewer): Markup {
  const roles = MEMBER_ROLES.filter((role) => role !== 'admin' || viewer.role === 'owner');
  return html`<details class="card">
<summary>Invite somebody</summary>
<form class="stack" method="post" action="${MEMBERS_PATH}">
${csrfField(viewer.csrf)}
<div class="fields">
<label>E-mail address <input name="email" type="email" required maxlength="320" autocomplete="off"></label>
<label>Role <select name="role">${roles.map((role) => html`<option${role === 'viewer' ? html` selected` : null}>${role}</option>`)}</select></label>
</div>
<p class="hint">The service sends no mail: you get a link to pass on.</p>
<button>Invite</button>
</form>
</details>`;
}

function row({ email, role, status, created_at, user_id }: MemberRecord): Markup {
  return html`<li class="row"><span class="what"><b>${email ?? (status === 'erased' ? 'Erased' : 'The creator')}</b> <code class="small muted">${user_id}</code></span>
<span>${role}</span><span class="when muted">${status} · since ${time(created_at)}</span></li>`;
}

/** The link is shown once: it has the token of the invitation. `origin`: where people reach the service. */
export function invitedPage({ email, invitation }: MemberInvited, organizationId: string, origin: string) {
  const { token, expires_at, warning } = invitation;
  const link = `${origin.replace(/\/$/, '')}${INVITATION_PATH}?${new URLSearchParams({ token })}`;
  return {
    title: 'Invited',
    body: html`<section class="card narrow">
<h1>${email ?? 'Invited'}</h1>
<p class="note">${warning}</p>
<label>Link <input readonly value="${link}" spellcheck="false" autocomplete="off" autofocus></label>
<p>Whoever opens it until ${time(expires_at)} joins as ${email ?? 'that person'}. From then on the person signs in with
the address, a password of their own and the organization <code>${organizationId}</code>.</p>
<p><a class="button" href="${MEMBERS_PATH}">I have passed it on</a></p>
</section>`,
  };
}
