/** The review queue, a card for each claim. */
import type { MemberRecord } from '#contracts/http/organization.ts';
import { REVIEW_FILTERS, type ReviewFilter, type ReviewItem } from '#contracts/http/review.ts';
import { VERDICTS, type Verdict } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import type { ReviewsOrder, ReviewsPage } from '#query-api/pages/reviews.ts';
import { capitalised, plain, time, VERDICT_WORDS } from '#results/page/words.ts';
import { REVIEWS_PATH, VERIFICATIONS_PATH } from '../paths.ts';
import { csrfField, type Viewer } from './layout.ts';

/** Stands in the audit trail as what it is: nobody typed it. */
export const ACCEPTED = 'Accepted with one key, without a note.';
export const TAKEN_BACK = 'Taken back at once.';

/** The event stream of the queue. */
export const QUEUE_PATH = `${REVIEWS_PATH}/queue`;

interface Cards {
  items: readonly ReviewItem[];
  /** The items' assignees at least. */
  members: readonly MemberRecord[];
  order: ReviewsOrder;
  after: string | null;
  mayReview: boolean;
  userId: string;
  viewer: Viewer;
}

/** `members`: all of them, for assigning. */
type Queue = Omit<Cards, 'items'> & { page: ReviewsPage };

const FILTER_WORDS: Record<ReviewFilter, string> = {
  open: 'Open',
  assigned: 'Assigned',
  needs_evidence: 'Needs evidence',
  resolved: 'Decided',
  all: 'All',
};

export function reviewQueuePage(queue: Queue) {
  const { page, mayReview, members } = queue;
  return {
    title: 'Reviews',
    script: 'reviews.js',
    live: liveUrl(queue),
    body: html`<div class="head"><h1>Reviews</h1>${mayReview ? html`<button class="quiet" type="button" data-help hidden>Keys <kbd>?</kbd></button>` : null}</div>
${filters(queue)}
<p class="unseen" role="status" data-said></p>
${page.data.length === 0 ? html`<p class="empty card" data-empty>Nothing is waiting here.</p>` : null}
${queueList({ ...queue, items: page.data })}
${pager(queue)}
<datalist id="members">${members.filter(({ status }) => status === 'active').map(({ user_id, email, role }) => html`<option value="${user_id}">${email ?? role}</option>`)}</datalist>
${keys()}`,
  };
}

/** The cards alone, which change while the page is open: what others decide meanwhile is seen. */
export function queueList(queue: Cards): Markup {
  return html`<ol class="queue" data-queue>${queue.items.map((item) => card(item, queue))}</ol>`;
}

/** The address of the queue with one thing changed. */
function queueUrl(order: ReviewsOrder, after: string | null = null): string {
  const query = queryOf(order, after);
  return query.size === 0 ? REVIEWS_PATH : `${REVIEWS_PATH}?${query}`;
}

/** The stream of what is shown here, behind what stands on the page already. */
function liveUrl({ order, after, page }: Queue): string {
  const query = queryOf(order, after);
  query.set('seen', page.version);
  return `${QUEUE_PATH}?${query}`;
}

function queryOf({ filter, assignee, due }: ReviewsOrder, after: string | null): URLSearchParams {
  return new URLSearchParams({
    ...(filter !== 'open' && { filter }),
    ...(assignee !== undefined && { assignee: 'me' }),
    ...(due === true && { by: 'due' }),
    ...(after !== null && { after }),
  });
}

function filters({ order, userId }: Queue): Markup {
  const { assignee, due } = order;
  const current = (isCurrent: boolean) => (isCurrent ? html` aria-current="true"` : null);
  const withMine =
    assignee === undefined ? { ...order, assignee: userId } : { filter: order.filter, ...(due && { due }) };
  const withDue = {
    filter: order.filter,
    ...(assignee !== undefined && { assignee }),
    ...(due !== true && { due: true }),
  };
  return html`<nav class="filters" aria-label="Which reviews">
${REVIEW_FILTERS.map((filter) => html`<a href="${queueUrl({ ...order, filter })}"${current(filter === order.filter)}>${FILTER_WORDS[filter]}</a>`)}
<span class="gap"></span>
<a href="${queueUrl(withMine)}"${current(assignee !== undefined)}>Assigned to me</a>
<a href="${queueUrl(withDue)}"${current(due === true)}>With a due date, the earliest first</a>
</nav>`;
}

function card(item: ReviewItem, queue: Cards): Markup {
  const { claim_text, verdict, decision, materiality, verification_id, claim_id, due_at, explanation } = item;
  const { sign, label } = VERDICT_WORDS[verdict];
  const assignee = queue.members.find(({ user_id }) => user_id === item.assigned_to_user_id);
  const who = assignee?.email ?? item.assigned_to_user_id;
  return html`<li class="card ${verdict}" data-item="${claim_id}"${item.state === 'resolved' ? html` data-resolved` : null} tabindex="-1">
<p class="said">${claim_text}</p>
<p class="facts">The machine says <span class="pill ${verdict}"><span aria-hidden="true">${sign}</span> ${label}</span>
${decision === null ? null : html` · a person decided <b>${VERDICT_WORDS[decision].label}</b>`}
 · ${capitalised(materiality)} materiality · ${plain(item.human_review_status)}${who === null ? null : html` · with ${who}`}${due_at === null ? null : html` · due ${time(due_at)}`}</p>
${explanation === null ? null : html`<blockquote>${explanation}</blockquote>`}
<p class="small"><a href="${VERIFICATIONS_PATH}/${verification_id}?claim=${claim_id}">Why, with its passages</a> · since ${time(item.created_at)}</p>
${queue.mayReview ? [item.state === 'resolved' ? reopenForm(item, queue) : actions(item, queue), undoForm(item, queue)] : null}
</li>`;
}

function actions(item: ReviewItem, queue: Cards): Markup {
  return html`<div class="actions">
<form class="stack" method="post" action="${REVIEWS_PATH}" data-accept>${hidden(item, queue, 'accept')}<input type="hidden" name="explanation" value="${ACCEPTED}"><button>Accept <kbd>a</kbd></button></form>
${typed(item, queue, 'accept', 'Accept with a note', 'n', null)}
${typed(item, queue, 'override', 'Override', 'o', html`<label>The right verdict ${verdictChoice(item.verdict)}</label>`)}
${typed(item, queue, 'request_evidence', 'Ask for evidence', 'e', null)}
${typed(item, queue, 'assign', 'Assign', 'g', html`<label>To <input name="assigned_to_user_id" list="members" required maxlength="40" spellcheck="false" value="${queue.userId}"><span class="hint">The id of a member; you, unless changed.</span></label><label>Due on <input name="due_on" type="date"></label>`)}
${typed(item, queue, 'resolve', 'Close', 'c', null)}
</div>`;
}

/** For the script, which sends it for a claim that was accepted here. */
function undoForm(item: ReviewItem, queue: Cards): Markup {
  return html`<form method="post" action="${REVIEWS_PATH}" data-undo hidden>${hidden(item, queue, 'reopen')}<input type="hidden" name="explanation" value="${TAKEN_BACK}"></form>`;
}

/** All verdicts but this one. */
export function verdictChoice(verdict: Verdict): Markup {
  const others = VERDICTS.filter((each) => each !== verdict);
  return html`<select name="decision" required>${others.map((each) => html`<option value="${each}">${VERDICT_WORDS[each].label}</option>`)}</select>`;
}

function reopenForm(item: ReviewItem, queue: Cards): Markup {
  return html`<div class="actions">${typed(item, queue, 'reopen', 'Reopen', 'r', null)}</div>`;
}

/** An action that wants a note. */
function typed(
  item: ReviewItem,
  queue: Cards,
  action: string,
  label: string,
  key: string,
  fields: Markup | null,
): Markup {
  return html`<details data-key="${key}"><summary class="button quiet">${label} <kbd>${key}</kbd></summary>
${form(item, queue, action, html`${fields}<label>Note <textarea name="explanation" required minlength="3" maxlength="4000" rows="3"></textarea><span class="hint">The next reviewer reads it.</span></label><button>${label}</button>`)}
</details>`;
}

function form(item: ReviewItem, queue: Cards, action: string, fields: Markup): Markup {
  return html`<form class="stack" method="post" action="${REVIEWS_PATH}">${hidden(item, queue, action)}${fields}</form>`;
}

function hidden({ verification_id, claim_id }: ReviewItem, { order, after, viewer }: Cards, action: string): Markup {
  return html`${csrfField(viewer.csrf)}<input type="hidden" name="verification_id" value="${verification_id}"><input type="hidden" name="claim_id" value="${claim_id}"><input type="hidden" name="action" value="${action}"><input type="hidden" name="back" value="${queueUrl(order, after)}">`;
}

function pager({ page: { next }, order, after }: Queue): Markup | null {
  if (next === null && after === null) return null;
  return html`<nav class="actions" aria-label="Pages">
${after === null ? null : html`<a href="${queueUrl(order)}">To the beginning</a>`}
${next === null ? null : html`<a class="button" rel="next" href="${queueUrl(order, next)}">More</a>`}
</nav>`;
}

function keys(): Markup {
  const rows = [
    ['j, k', 'the next claim, the one before'],
    ['a', 'accept, and go on'],
    ['n', 'accept with a note'],
    ['o', 'override'],
    ['e', 'ask for evidence'],
    ['g', 'assign'],
    ['c', 'close'],
    ['r', 'reopen'],
    ['u', 'take the last acceptance back'],
    ['w', 'why: the claim with its passages'],
    ['Esc', 'leave a form'],
    ['?', 'this list'],
  ];
  return html`<dialog data-keys aria-label="Keys"><h2>Keys</h2><p class="hint">They sleep while you type.</p>
<dl>${rows.map(([key, does]) => html`<dt><kbd>${key!}</kbd></dt><dd>${does!}</dd>`)}</dl>
<form method="dialog"><button>Close</button></form></dialog>`;
}
