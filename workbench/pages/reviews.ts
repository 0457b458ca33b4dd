/** The review queue: claims that wait for a person's decision, and what was decided. */
import { callerOf } from '#command-api/caller.ts';
import { recordReview } from '#command-api/reviews/commands.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { REVIEW_FILTERS, type ReviewFilter, ReviewRequest } from '#contracts/http/review.ts';
import { membersOf } from '#query-api/members.ts';
import { type ReviewsOrder, reviewsPage, watchReviews } from '#query-api/pages/lists.ts';
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
  const queueOf = async (call: PageCall) => {
    const { principal } = call.context;
    const { organization_id, user_id } = principal;
    const order = orderOf(call.query, user_id);
    const after = call.query.get('after');
    const [items, members] = await Promise.all([
      reviewsPage(queries, organization_id, { limit: PER_PAGE, after, ...order }),
      membersOf(queries, organization_id),
    ]);
    const mayReview = mayCall('createReview', principal);
    return { items, members, order, after, mayReview, userId: user_id, viewer: call.viewer };
  };
  page({ name: 'showReviews', method: 'GET', path: REVIEWS_PATH, ...ACCESS.listReviews }, async (call) =>
    reviewQueuePage(await queueOf(call)),
  );
  live({ name: 'watchReviews', path: QUEUE_PATH, ...ACCESS.listReviews }, async function* (call, signal) {
    const { organization_id, user_id } = call.context.principal;
    const shown = { limit: PER_PAGE, after: call.query.get('after'), ...orderOf(call.query, user_id) };
    for await (const { version } of watchReviews(queries, organization_id, shown, { signal })) {
      yield { version, data: async () => queueList(await queueOf(call)).text };
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

/** `assignee=me` are the person's own. */
function orderOf(query: URLSearchParams, userId: string): ReviewsOrder {
  const filter = REVIEW_FILTERS.find((each) => each === query.get('filter')) ?? ('open' satisfies ReviewFilter);
  return {
    filter,
    ...(query.get('assignee') === 'me' && { assignee: userId }),
    ...(query.get('by') === 'due' && { due: true }),
  };
}
