/** One claim, and why its verdict is what it is. */
import { hintIn } from '#common/hint-words.ts';
import type { ClaimRecord, Correction, EvidenceItem } from '#contracts/http/verification-result.ts';
import { html, linkTarget, type Markup } from '#markup/html.ts';
import { diffOf } from '#results/page/claim.ts';
import { capitalised, MATERIALITY_WORDS, percent, plain, reasonOf, time, VERDICT_WORDS } from '#results/page/words.ts';
import { REVIEWS_PATH, VERIFICATIONS_PATH } from '../paths.ts';
import { csrfField, type Viewer } from './layout.ts';
import { matching, missing } from './matching.ts';
import { ACCEPTED, verdictChoice } from './reviews.ts';

interface Shown {
  /** The verification. */
  id: string;
  /** Of the claim, from 1. */
  number: number;
  /** Who may review it; null: who sees it may not. */
  reviewer: Viewer | null;
  /** The page without a selected claim. */
  back?: string;
}

export function claimPanel(claim: ClaimRecord, shown: Shown): Markup {
  const { id, number, back = `${VERIFICATIONS_PATH}/${id}` } = shown;
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
${review(claim, shown)}
<details class="small"><summary>How it was judged</summary>
<dl>
<dt>Reliability</dt><dd>${percent(claim.reliability)}</dd>
<dt>Judge</dt><dd>${claim.verification.judge_configuration}</dd>
<dt>Policy</dt><dd><bdi>${claim.verification.policy_name}</bdi> ${claim.verification.policy_version}</dd>
${claim.limitations.length === 0 ? null : html`<dt>Limits</dt><dd dir="auto">${claim.limitations.join('; ')}</dd>`}
</dl></details>
</article>`;
}

/** What people have decided, and the forms to decide. What is decided further is done in the queue. */
function review(
  { id: claim_id, verdict, human_review, human_review_status }: ClaimRecord,
  shown: Shown,
): Markup | null {
  const { id, number, reviewer } = shown;
  const { state = null, decision = null, explanation = '' } = human_review ?? {};
  const decided =
    human_review === null
      ? null
      : html`<p class="note">${decision === null ? capitalised(plain(human_review_status)) : html`A person decided: <b>${VERDICT_WORDS[decision].label}</b>`}. <span dir="auto">${explanation}</span> <a href="${REVIEWS_PATH}?filter=all">Reviews</a></p>`;
  if (reviewer === null || state === 'resolved') return decided;
  const back = `${VERIFICATIONS_PATH}/${id}?claim=${number}`;
  const form = (action: string, fields: Markup) =>
    html`<form class="stack" method="post" action="${REVIEWS_PATH}">${csrfField(reviewer.csrf)}<input type="hidden" name="verification_id" value="${id}"><input type="hidden" name="claim_id" value="${claim_id}"><input type="hidden" name="action" value="${action}"><input type="hidden" name="back" value="${back}">${fields}</form>`;
  const note = html`<label>Note <textarea name="explanation" required minlength="3" maxlength="4000" rows="3"></textarea><span class="hint">The next reviewer reads it.</span></label>`;
  return html`${decided}<details><summary>Review it</summary>
${form('accept', html`<input type="hidden" name="explanation" value="${ACCEPTED}"><button>Accept the verdict</button>`)}
<details><summary>Accept with a note</summary>${form('accept', html`${note}<button>Accept</button>`)}</details>
<details><summary>Override it</summary>${form('override', html`<label>The right verdict ${verdictChoice(verdict)}</label>${note}<button>Override</button>`)}</details>
<details><summary>Ask for evidence</summary>${form('request_evidence', html`${note}<button>Ask</button>`)}</details>
</details>`;
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
