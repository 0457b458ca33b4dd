/** A stored verification under other rules. */
import { VERDICTS, type Verdict } from '#contracts/vocabulary.ts';
import type { AppliedRules } from '#domain/verification/weighed.ts';
import { html, type Markup } from '#markup/html.ts';
import type { OverviewDocument } from '#projectors/overviews/document.ts';
import { count, percent, plain, VERDICT_WORDS } from '#results/page/words.ts';
import { POLICIES_PATH, POLICY_PREVIEW_PATH, VERIFICATIONS_PATH } from '../paths.ts';
import type { PolicyPreview } from '../policy-preview.ts';
import { rulesFields } from './policies.ts';
import { alert } from './sign-in.ts';
import { kindAndLength, type Titles } from './verification-list.ts';

interface Shown {
  /** The latest that are done, to choose from. */
  verifications: readonly OverviewDocument[];
  titles: Titles;
  /** What was chosen; as in the form. */
  chosen: Record<string, string>;
  /** null: nothing was chosen yet. */
  preview: PolicyPreview | null;
  refusal: string | null;
}

export function policyPreviewPage({ verifications, titles, chosen, preview, refusal }: Shown) {
  const id = chosen.verification_id ?? '';
  return {
    title: 'Try rules',
    body: html`<div class="head"><h1>Try rules</h1><p><a href="${POLICIES_PATH}">‹ Policies</a></p></div>
<p class="muted">What the verdicts of a stored verification would be under other rules. Nothing is searched again, no model is asked, and nothing is stored: the passages that are stored with it, up to eight on each side of a claim, are weighed anew by other rules of its base profile.</p>
${refusal === null ? null : alert(refusal)}
<form class="card stack" method="get" action="${POLICY_PREVIEW_PATH}">
<div class="fields">
<label>Verification <input name="verification_id" required maxlength="60" value="${id}" list="done" spellcheck="false" autocomplete="off"></label>
<datalist id="done">${verifications.map((each) => html`<option value="${each.verification_id}">${titles.get(each.verification_id) ?? kindAndLength(each)}, ${plain(each.profile)}, ${each.created_at}</option>`)}</datalist>
${rulesFields(chosen)}
</div>
<button>Try them</button>
</form>
${preview === null ? null : outcome(id, preview)}`,
  };
}

function outcome(id: string, preview: PolicyPreview): Markup {
  const { applied, rules, before, after, changes, changed, judgedOtherwise, coverage } = preview;
  return html`<section class="card" aria-label="Outcome"><h2>${changes === 0 ? 'No verdict changes' : `${count(changes, 'verdict')} ${changes === 1 ? 'changes' : 'change'}`}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Counts"><table><thead><tr><th scope="col">Rules</th>${VERDICTS.map((verdict) => html`<th scope="col">${VERDICT_WORDS[verdict].label}</th>`)}</tr></thead>
<tbody>${countsRow(`as verified, by ${plain(applied.name)} ${applied.version}: ${rulesIn(applied)}`, before)}${countsRow(`these: ${rulesIn(rules)}`, after)}</tbody></table></div>
<p>Coverage was ${percent(coverage)}: ${coverage >= rules.coverage_threshold ? 'enough' : 'less than these rules ask for'}.</p>
${judgedOtherwise === 0 ? null : html`<p class="muted">${count(judgedOtherwise, 'claim')} would get another verdict today even by the rules of that time, and ${judgedOtherwise === 1 ? 'is' : 'are'} left as verified.</p>`}
${changes > changed.length ? html`<p class="muted">The first ${changed.length} are listed.</p>` : null}
<ol class="plain">${changed.map(({ number, claim, from, to }) => html`<li class="actions"><span>${pill(from)} → ${pill(to)} <a href="${VERIFICATIONS_PATH}/${id}?claim=${number}"><bdi>${claim}</bdi></a></span></li>`)}</ol></section>`;
}

function countsRow(label: string, counts: PolicyPreview['before']): Markup {
  return html`<tr><th scope="row">${label}</th>${VERDICTS.map((verdict) => html`<td>${counts[verdict]}</td>`)}</tr>`;
}

function pill(verdict: Verdict): Markup {
  const { sign, label } = VERDICT_WORDS[verdict];
  return html`<span class="pill ${verdict}"><span aria-hidden="true">${sign}</span> ${label}</span>`;
}

function rulesIn(rules: AppliedRules): string {
  const { minimum_independent_sources: sources, authoritative_source_can_decide: decides } = rules;
  return `${count(sources, 'independent source')}; an approved one ${decides ? 'decides' : "doesn't decide"} alone; coverage ${percent(rules.coverage_threshold)}`;
}
