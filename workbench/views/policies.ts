/** The base profiles, the organization's policies, and the form that makes one. */
import type { BasePolicyRecord, PolicyRecord } from '#contracts/http/policy.ts';
import type { SourceSetRecord } from '#contracts/http/source-set.ts';
import { html, type Markup } from '#markup/html.ts';
import { percent, plain, time } from '#results/page/words.ts';
import { POLICIES_PATH, POLICY_PREVIEW_PATH } from '../paths.ts';
import { csrfField, type Viewer } from './layout.ts';

interface Shown {
  /** Newest first. */
  policies: readonly PolicyRecord[];
  base: readonly BasePolicyRecord[];
  sourceSets: readonly SourceSetRecord[];
  mayChange: boolean;
}

export function policiesPage(viewer: Viewer, { policies, base, sourceSets, mayChange }: Shown) {
  return {
    title: 'Policies',
    body: html`<div class="head"><h1>Policies</h1><p><a class="button" href="${POLICY_PREVIEW_PATH}">Try rules</a></p></div>
<p class="muted">A policy says how many independent sources a verdict needs, whether one that you approved may decide alone, and how much of a text must be examined.</p>
${mayChange ? form(viewer, base, sourceSets) : null}
${
  policies.length === 0
    ? html`<p class="empty card">There is no policy of your own: texts are verified by the base profiles.</p>`
    : html`<ul class="rows">${policies.map((policy) => row(policy, { base, sourceSets, mayChange, viewer }))}</ul>`
}
<h2>Base profiles</h2>
<div class="scroll card" tabindex="0" role="region" aria-label="Base profiles"><table><thead><tr><th scope="col">Profile</th><th scope="col">Sources</th><th scope="col">An approved one decides</th><th scope="col">Coverage</th></tr></thead>
<tbody>${base.map((each) => html`<tr><th scope="row">${plain(each.name)}</th><td>${each.minimum_independent_sources}</td><td>${yesNo(each.authoritative_source_can_decide)}</td><td>${percent(each.coverage_threshold)}</td></tr>`)}</tbody></table></div>`,
  };
}

function yesNo(is: boolean): string {
  return is ? 'yes' : 'no';
}

function row(
  policy: PolicyRecord,
  { base, sourceSets, mayChange, viewer }: Omit<Shown, 'policies'> & { viewer: Viewer },
): Markup {
  const { id, name, version, base_profile, active, created_at } = policy;
  return html`<li class="row"><span class="what"><b><bdi>${name}</bdi></b> <span class="muted">${version} · from ${plain(base_profile)}</span><br>
<span class="small">${rulesIn(policy, base, sourceSets)}</span></span>
<span class="when muted">${active ? 'active' : 'not active any more'} · ${time(created_at)}</span>
${
  active && mayChange
    ? html`<details><summary class="button quiet">Deactivate</summary><p class="small">For good. Results that name it stay as they are.</p>
<form method="post" action="${POLICIES_PATH}/${id}/deactivate">${csrfField(viewer.csrf)}<button class="quiet">Deactivate it<span class="unseen"> ${name} ${version}</span></button></form></details>`
    : html`<span></span>`
}</li>`;
}

function rulesIn(
  policy: PolicyRecord,
  base: readonly BasePolicyRecord[],
  sourceSets: readonly SourceSetRecord[],
): Markup {
  const profile = base.find(({ name }) => name === policy.base_profile);
  const sources = policy.minimum_independent_sources ?? profile?.minimum_independent_sources;
  const decides = policy.authoritative_source_can_decide ?? profile?.authoritative_source_can_decide ?? false;
  const coverage = policy.coverage_threshold ?? profile?.coverage_threshold ?? 0;
  const { source_set_id: setId } = policy;
  const set = sourceSets.find(({ id }) => id === setId)?.name ?? setId;
  return html`${sources ?? ''} independent sources; an approved one decides alone: ${yesNo(decides)}; coverage ${percent(coverage)}${set === null ? null : html`; with the source set <bdi>${set}</bdi>`}`;
}

function form({ csrf }: Viewer, base: readonly BasePolicyRecord[], sourceSets: readonly SourceSetRecord[]): Markup {
  return html`<details class="card"><summary>Make a policy</summary>
<form class="stack" method="post" action="${POLICIES_PATH}">
${csrfField(csrf)}
<div class="fields">
<label>Name <input name="name" required minlength="2" maxlength="80"></label>
<label>Version <input name="version" required maxlength="32" pattern="[A-Za-z0-9._\\-]+" value="1"></label>
<label>Base profile <select name="base_profile">${base.map(({ name }) => html`<option value="${name}">${plain(name)}</option>`)}</select></label>
${rulesFields()}
<label>Source set <select name="source_set_id"><option value="">none</option>${sourceSets.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
</div>
<p class="hint">A policy is never changed: make another version. What is left empty is as in the base profile.</p>
<button>Make the policy</button>
</form></details>`;
}

/** What a policy may set beside its base profile. */
export function rulesFields(chosen: Record<string, string> = {}): Markup {
  const option = (field: string, value: string, label: string) =>
    html`<option value="${value}"${chosen[field] === value ? html` selected` : null}>${label}</option>`;
  return html`<label>Independent sources needed <input name="minimum_independent_sources" type="number" min="1" max="10" value="${chosen.minimum_independent_sources ?? ''}"></label>
<label>An approved source decides alone <select name="authoritative_source_can_decide">${option('authoritative_source_can_decide', '', 'as in the base profile')}${option('authoritative_source_can_decide', 'yes', 'yes')}${option('authoritative_source_can_decide', 'no', 'no')}</select></label>
<label>Coverage needed <input name="coverage_threshold" type="number" min="0.65" max="1" step="0.01" value="${chosen.coverage_threshold ?? ''}"></label>`;
}
