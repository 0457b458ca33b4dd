import { hintIn } from '#common/hint-words.ts';
import type { ClaimRecord, Correction } from '#contracts/http/verification-result.ts';
import { html, type Markup } from '#markup/html.ts';
import { otherEvidence } from './decisive.ts';
import { decisivePassages, moreEvidence } from './evidence.ts';
import type { ReportedReview } from './review.ts';
import { capitalised, codeAndWords, count, factsOf, plain, reasonOf, time, VERDICT_WORDS } from './words.ts';

/** Renders one claim: what was found, why, and the passage to read. Everything else is folded. */
export function claimSection(claim: ClaimRecord, number: number, reviews: readonly ReportedReview[]): Markup {
  const { label, sign } = VERDICT_WORDS[claim.verdict];
  const { code, words } = reasonOf(claim);
  const hint = hintIn(claim.unresolved_ambiguity);
  return html`<article class="claim ${claim.verdict}" id="claim-${number}">
<header>
<a class="number" href="#text-${number}" aria-label="Claim ${number}, to its place in the text">${number}</a>
<span class="badge">${sign} ${label}</span>
${decisionBadge(claim)}
<span class="facts">${factsOf(claim)}${pageOf(claim)}</span>
</header>
<h4 dir="auto">${claim.normalized_claim}</h4>
${hint === null ? null : html`<p class="hint ${hint.kind}" dir="auto">${capitalised(hint.text)}.</p>\n`}<p class="reason" dir="auto">${words} <small>${code}</small></p>
${claim.correction === null ? null : correctionSection(claim.correction)}
${decisivePassages(claim)}
${reviewSection(claim, reviews)}
${folded(claim)}
</article>
`;
}

function pageOf({ location }: ClaimRecord): string {
  return location.page === null ? '' : ` · page ${location.page}`;
}

function correctionSection(correction: Correction): Markup {
  const { label } = VERDICT_WORDS[correction.reverified_verdict];
  return html`<section class="correction">
<p class="diff" dir="auto"><b>Correction</b> ${diffOf(correction)}</p>
<p class="muted">Judged again with this wording: ${label.toLowerCase()}.${correction.limitations.map((text) => ` ${text}`)}</p>
</section>`;
}

/** What is left out struck through, what is new underlined; spaces before either are neither. */
export function diffOf({ diff }: Correction): Markup[] {
  return diff.map(({ op, text = '' }) => {
    const words = text.trimStart();
    const space = text.slice(0, text.length - words.length);
    if (op === 'delete') return html`${space}<del>${words}</del>`;
    return op === 'insert' ? html`${space}<ins>${words}</ins>` : html`${text}`;
  });
}

/** For whoever wants more: its other passages, its sources, and how it was read. */
function folded(claim: ClaimRecord): Markup {
  const others = otherEvidence(claim).length;
  const title = others === 0 ? 'Details' : `${count(others, 'more passage')}, details`;
  return html`<details class="more"><summary>${title}</summary>
${moreEvidence(claim)}
${details(claim)}
</details>`;
}

function details(claim: ClaimRecord): Markup {
  const rows: [string, readonly string[]][] = [
    ['In the text', [claim.original_span]],
    ['Kind', [plain(claim.claim_type)]],
    ['Dates and scope', claim.dates_and_temporal_scope],
    ['Quantities', claim.quantities_and_units],
    ['Jurisdiction', claim.jurisdiction === null ? [] : [claim.jurisdiction]],
    ['Depends on', claim.ambiguous_dependencies],
    ['Unresolved', claim.unresolved_ambiguity.slice(hintIn(claim.unresolved_ambiguity) === null ? 0 : 1)],
    ['Limitations', claim.limitations.map((text) => codeAndWords(text).words)],
    ['Id', [claim.id]],
  ];
  const shown = rows.filter(([, values]) => values.length > 0);
  return html`<dl>${shown.map(
    ([name, values]) => html`<dt>${name}</dt><dd dir="auto">${values.join('; ')}</dd>`,
  )}</dl>`;
}

/** People's decision, beside the engine's verdict. */
export function decisionBadge({ human_review: review }: Pick<ClaimRecord, 'human_review'>): Markup | null {
  if (review?.decision == null) return null;
  const { label, sign } = VERDICT_WORDS[review.decision];
  return html`<span class="decision">People decided: ${sign} ${label}</span>`;
}

function reviewSection(claim: ClaimRecord, reviews: readonly ReportedReview[]): Markup | null {
  if (reviews.length === 0) return null;
  return html`<section class="reviews">
<h5>Human review: ${plain(claim.human_review_status)}</h5>
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
