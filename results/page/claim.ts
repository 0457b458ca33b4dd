import { hintIn } from '#common/hint-words.ts';
import type { ClaimRecord, Correction } from '#contracts/http/verification-result.ts';
import { html, type Markup } from '#markup/html.ts';
import { evidenceGroup } from './evidence.ts';
import type { ReportedReview } from './review.ts';
import { MATERIALITY_WORDS, percent, plain, time, VERDICT_WORDS } from './words.ts';

/** Renders one claim with all its details. */
export function claimSection(claim: ClaimRecord, number: number, reviews: readonly ReportedReview[]): Markup {
  const { label, sign } = VERDICT_WORDS[claim.verdict];
  const hint = hintIn(claim.unresolved_ambiguity);
  return html`<article class="claim ${claim.verdict}" id="claim-${number}">
<header>
<a class="number" href="#text-${number}" aria-label="Claim ${number}, to its place in the text">${number}</a>
<span class="badge">${sign} ${label}</span>
${decisionBadge(claim)}
<span class="facts">reliability ${percent(claim.reliability)} · ${MATERIALITY_WORDS[claim.materiality]} · ${plain(claim.claim_type)}${pageOf(claim)}</span>
</header>
<h3 dir="auto">${claim.normalized_claim}</h3>
${original(claim)}
${hint === null ? null : html`<p class="hint" dir="auto">${hint.text}</p>\n`}<p class="reason">${claim.policy_reason}</p>
${claim.correction === null ? null : correctionSection(claim.correction)}
${evidenceGroup('Supporting evidence', 'supporting', claim.supporting_evidence)}
${evidenceGroup('Opposing evidence', 'opposing', claim.opposing_evidence)}
${contextSection(claim)}
${details(claim)}
${reviewSection(claim, reviews)}
</article>
`;
}

/** The nearest passage of an undecided claim is shown first and apart, because readers continue there. */
function contextSection({ verdict, contextual_evidence: context }: ClaimRecord): Markup {
  const isOpen = verdict === 'unverifiable' || verdict === 'disputed';
  if (!isOpen) return html`${evidenceGroup('Context', 'contextual', context)}`;
  return html`${evidenceGroup('Nearest passage', 'contextual', context.slice(0, 1))}
${evidenceGroup('Other context', 'contextual', context.slice(1))}`;
}

function pageOf({ location }: ClaimRecord): string {
  return location.page === null ? '' : ` · page ${location.page}`;
}

function original(claim: ClaimRecord): Markup | null {
  if (claim.original_span === claim.normalized_claim) return null;
  return html`<p class="original"><span class="muted">In the text:</span> <q dir="auto">${claim.original_span}</q></p>`;
}

function correctionSection(correction: Correction): Markup {
  const pieces = correction.diff.map(({ op, text = '' }) => {
    if (op === 'delete') return html`<del>${text}</del>`;
    return op === 'insert' ? html`<ins>${text}</ins>` : html`${text}`;
  });
  const { label } = VERDICT_WORDS[correction.reverified_verdict];
  return html`<section class="correction">
<h4>Suggested correction</h4>
<p class="diff" dir="auto">${pieces}</p>
<p class="muted">Judged again with this wording: ${label.toLowerCase()}.${correction.limitations.map((text) => ` ${text}`)}</p>
</section>`;
}

function details(claim: ClaimRecord): Markup | null {
  const rows: [string, readonly string[]][] = [
    ['Dates and scope', claim.dates_and_temporal_scope],
    ['Quantities', claim.quantities_and_units],
    ['Jurisdiction', claim.jurisdiction === null ? [] : [claim.jurisdiction]],
    ['Depends on', claim.ambiguous_dependencies],
    ['Unresolved', claim.unresolved_ambiguity.slice(hintIn(claim.unresolved_ambiguity) === null ? 0 : 1)],
    ['Limitations', claim.limitations],
  ];
  const shown = rows.filter(([, values]) => values.length > 0);
  if (shown.length === 0) return null;
  return html`<dl>${shown.map(
    ([name, values]) => html`<dt>${name}</dt><dd dir="auto">${values.join('; ')}</dd>`,
  )}</dl>`;
}

/** People's decision, beside the engine's verdict. */
function decisionBadge({ human_review: review }: ClaimRecord): Markup | null {
  if (review?.decision == null) return null;
  const { label, sign } = VERDICT_WORDS[review.decision];
  return html`<span class="decision">People decided: ${sign} ${label}</span>`;
}

function reviewSection(claim: ClaimRecord, reviews: readonly ReportedReview[]): Markup | null {
  if (reviews.length === 0) return null;
  return html`<section class="reviews">
<h4>Human review: ${plain(claim.human_review_status)}</h4>
<ul>${reviews.map(reviewRow)}</ul>
</section>`;
}

function reviewRow(review: ReportedReview): Markup {
  const decision = review.decision === null ? null : html` – ${VERDICT_WORDS[review.decision].label}`;
  const assignee = review.assigned_to_user_id === null ? null : html` to <code>${review.assigned_to_user_id}</code>`;
  const due = review.due_at === null ? null : html`, due ${time(review.due_at)}`;
  return html`<li><strong>${plain(review.action)}</strong>${assignee}${due}${decision}
<span class="muted">${time(review.recorded_at)}, <code>${review.reviewer.id}</code></span>
<p dir="auto">${review.explanation}</p></li>`;
}
