/** The review queue: claims that wait for a person's decision, and what was decided. */
import { callerOf } from '#command-api/caller.ts';
import { recordReview } from '#command-api/reviews/commands.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { REVIEW_FILTERS, type ReviewFilter, type ReviewItem, ReviewRequest } from '#contracts/http/review.ts';
import { membersOf } from '#query-api/members.ts';
import { type ReviewsOrder, reviewsPage, watchReviews } from '#query-api/pages/reviews.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterLiveStream } from '../http/live-stream.ts';
import type { PageCall, RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { mayCall } from '../may-call.ts';
import { pathWithin, REVIEWS_PATH } from '../paths.ts';
import { QUEUE_PATH, queueList, reviewQueuePage } from '../views/reviews.ts';

const PER_PAGE = 25;

export function registerReviews(
  page: RegisterPage,
  live: RegisterLiveStream,
  { commands, queries }: WorkbenchDependencies,
): void {
  page({ name: 'showReviews', method: 'GET', path: REVIEWS_PATH, ...ACCESS.listReviews }, async (call) => {
    const { organization_id } = call.context.principal;
    const queue = queueOf(call);
    const [items, members] = await Promise.all([
      reviewsPage(queries, organization_id, shownIn(queue)),
      membersOf(queries, organization_id),
    ]);
    return reviewQueuePage({ ...queue, page: items, members });
  });

  live({ name: 'watchReviews', path: QUEUE_PATH, ...ACCESS.listReviews }, async function* (call, signal, had) {
    const { organization_id } = call.context.principal;
    const queue = queueOf(call);
    const html = async (items: ReviewItem[]) => {
      const assignees = new Set(items.flatMap(({ assigned_to_user_id }) => assigned_to_user_id ?? []));
      const members = assignees.size === 0 ? [] : await membersOf(queries, organization_id, assignees);
      return queueList({ ...queue, items, members }).text;
    };
    const shown = { ...shownIn(queue), had };
    for await (const { version, gone, open } of watchReviews(queries, organization_id, shown, { signal })) {
      yield { version, data: async () => ({ html: await html(await open()), gone }) };
    }
  });

  page({ name: 'createReview', method: 'POST', path: REVIEWS_PATH, ...ACCESS.createReview }, async (call) => {
    const {
      verification_id = '',
      claim_id,
      action,
      decision,
      explanation,
      assigned_to_user_id,
      due_on,
      back,
    } = call.form;
    const due_at = due_on ? `${due_on}T00:00:00Z` : undefined;
    const request = parsed(ReviewRequest, { claim_id, action, decision, explanation, assigned_to_user_id, due_at });
    await recordReview(commands, callerOf(call.context), verification_id, request);
    return { redirect: pathWithin(back || REVIEWS_PATH) };
  });
}

interface Queue {
  order: ReviewsOrder;
  after: string | null;
  mayReview: boolean;
  userId: string;
  viewer: PageCall['viewer'];
}

function queueOf({ context: { principal }, query, viewer }: PageCall): Queue {
  return {
    order: orderOf(query, principal.user_id),
    after: query.get('after'),
    mayReview: mayCall('createReview', principal),
    userId: principal.user_id,
    viewer,
  };
}

const shownIn = ({ order, after }: Queue) => ({ limit: PER_PAGE, after, ...order });

/** `assignee=me` are the person's own. */
function orderOf(query: URLSearchParams, userId: string): ReviewsOrder {
  const filter = REVIEW_FILTERS.find((each) => each === query.get('filter')) ?? ('open' satisfies ReviewFilter);
  return {
    filter,
    ...(query.get('assignee') === 'me' && { assignee: userId }),
    ...(query.get('by') === 'due' && { due: true }),
  };
}
