/** One claim, and why its verdict is what it is. */
import { hintIn } from '#common/hint-words.ts';
import type { ClaimRecord, Correction, EvidenceItem } from '#contracts/http/verification-result.ts';
import { html, linkTarget, type Markup } from '#markup/html.ts';
import { diffOf } from '#results/page/claim.ts';
import { MATERIALITY_WORDS, percent, plain, reasonOf, time, VERDICT_WORDS } from '#results/page/words.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';
import { matching, missing } from './matching.ts';

/** `back`: the page without a selected claim. */
export function claimPanel(
  id: string,
  number: number,
  claim: ClaimRecord,
  back = `${VERIFICATIONS_PATH}/${id}`,
): Markup {
  const { sign, label } = VERDICT_WORDS[claim.verdict];
  const hint = hintIn(claim.unresolved_ambiguity);
  const reason = reasonOf(claim);
  const { page } = claim.location;
  return html`<article class="claim ${claim.verdict}">
<p class="actions small"><a href="${back}" data-back>‹ All claims</a></p>
<p><span class="verdict">${sign} ${label}</span> <span class="facts">· ${MATERIALITY_WORDS[claim.materiality]} · ${plain(claim.claim_type)}${page === null ? null : html` · page ${page}`}</span></p>
<h2 dir="auto">${claim.normalized_claim}</h2>
${hint === null ? null : html`<p class="note" dir="auto">${hint.text}</p>`}
<p dir="auto">${reason.words} <small class="muted">${reason.code}</small></p>
${claim.correction === null ? null : correctionOf(id, number, claim.correction)}
${group('Against it', 'contradicted', claim.opposing_evidence, claim)}
${group('For it', 'supported', claim.supporting_evidence, claim)}
${group(claim.verdict === 'unverifiable' ? 'Nearest passages' : 'Also read', 'not_checkable', claim.contextual_evidence, claim)}
<details class="small"><summary>How it was judged</summary>
<dl>
<dt>Reliability</dt><dd>${percent(claim.reliability)}</dd>
<dt>Judge</dt><dd>${claim.verification.judge_configuration}</dd>
<dt>Policy</dt><dd><bdi>${claim.verification.policy_name}</bdi> ${claim.verification.policy_version}</dd>
${claim.limitations.length === 0 ? null : html`<dt>Limits</dt><dd dir="auto">${claim.limitations.join('; ')}</dd>`}
</dl></details>
</article>`;
}

function correctionOf(id: string, number: number, correction: Correction): Markup {
  return html`<h3>Suggested correction</h3>
<p class="diff" dir="auto">${diffOf(correction)}</p>
<p class="actions"><a class="button" href="${VERIFICATIONS_PATH}/${id}/corrected?claim=${number}">Apply it</a>
<span class="muted small">Judged again with this wording: ${VERDICT_WORDS[correction.reverified_verdict].label.toLowerCase()}.</span></p>`;
}

function group(title: string, tone: string, items: readonly EvidenceItem[], claim: ClaimRecord): Markup | null {
  if (items.length === 0) return null;
  const [first, ...rest] = items;
  return html`<h3>${title}</h3>
<ul class="passages ${tone}">${passage(first!, claim)}</ul>
${rest.length === 0 ? null : html`<details><summary>${rest.length} more</summary><ul class="passages ${tone}">${rest.map((item) => passage(item, claim))}</ul></details>`}`;
}

function passage(item: EvidenceItem, { normalized_claim }: ClaimRecord): Markup {
  const lacking = missing(item.passage, normalized_claim);
  const target = linkTarget(item.canonical_url);
  const title = item.title === '' ? item.canonical_url : item.title;
  const { authority, independence, freshness, specificity, rationale } = item.quality;
  return html`<li>
<blockquote dir="auto">${matching(item.passage, normalized_claim)}</blockquote>
${lacking.length === 0 ? null : html`<p class="small muted">Not in it: <span dir="auto">${lacking.join(', ')}</span></p>`}
<p class="source">${target === null ? html`<b><bdi>${title}</bdi></b>` : html`<a href="${target}" rel="noopener noreferrer"><bdi>${title}</bdi></a>`}
<span class="muted"> · <bdi>${item.publisher}</bdi>${item.publication_or_effective_date === null ? null : html` · ${item.publication_or_effective_date}`} · ${plain(item.source_class)}</span></p>
<p class="small" dir="auto">${item.relationship_explanation}</p>
<details class="small"><summary>Quality of the source</summary>
<p class="muted">authority ${percent(authority)}, independence ${percent(independence)}, freshness ${percent(freshness)}, specificity ${percent(specificity)}; read ${time(item.retrieved_at)}.${rationale.map((text) => ` ${text}.`)}</p></details>
</li>`;
}
