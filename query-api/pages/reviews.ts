/** Pages of review items, once or as they change. */
import type { ReviewFilter, ReviewItem } from '#contracts/http/review.ts';
import type { ReviewState } from '#contracts/vocabulary.ts';
import { REVIEWS, type ReviewItemDocument, reviewItemId } from '#projectors/reviews/document.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { openItems, REVIEW_CONDITIONS } from '../routes/reviews.ts';
import { changes, versionOf, type WatchOptions } from '../watch.ts';
import { type ListedBy, type Page, type PageOptions, pageOfView } from './page.ts';

export interface ReviewsOrder {
  filter: ReviewFilter;
  /** User id. */
  assignee?: string;
  /** Only items with a due date, by it. */
  due?: boolean;
}

export interface ReviewsPage extends Page<ReviewItem> {
  /** Another one whenever what is shown is another. Names the items too, for `watchReviews`. */
  version: string;
}

/** A page of review items at one moment of watching it. */
export interface WatchedReviews {
  version: string;
  /** Opens the items on the page, without those whose text has expired. */
  open(): Promise<ReviewItem[]>;
  /** Items that were on the page and are not any more, by claim id: decided, or open and elsewhere. */
  gone: Record<string, ReviewState>;
}

type ReviewDependencies = Pick<QueryDependencies, 'views' | 'vault' | 'sealer' | 'clock'>;

/** Items that have gone from a page and are looked at still: the last ones. */
const MOST_GONE = 25;
/** An item as a version names it: its verification and its ordinal. */
const NAME = /^(?<verification>\w{1,64})-(?<ordinal>\d{1,6})$/;

/**
 * Review items by a filter, of anybody or of one assignee, newest first or (of those with a due date) the earliest due first.
 * A page may show fewer items than its limit: those whose text has expired since are left out.
 */
export async function reviewsPage(
  dependencies: ReviewDependencies,
  organization_id: string,
  options: PageOptions & ReviewsOrder,
): Promise<ReviewsPage> {
  const { data, next } = await listedReviews(dependencies, organization_id, options);
  return { data: await openItems(dependencies, data), next, version: versionWith(data, []) };
}

/**
 * A page of review items at once, and whenever it is another. `had`: the version that a reader has, from anybody; whatever
 * that shows is looked at as well. Texts are opened only when asked for.
 */
export function watchReviews(
  dependencies: ReviewDependencies,
  organization_id: string,
  { had, ...options }: PageOptions & ReviewsOrder & { had: string | null },
  watching: WatchOptions,
): AsyncGenerator<WatchedReviews> {
  let shown = itemsIn(had);
  const look = async () => {
    const { data } = await listedReviews(dependencies, organization_id, options);
    const onPage = new Set(data.map(idOf));
    const gone = await itemsOf(
      dependencies,
      organization_id,
      shown.filter((id) => !onPage.has(id)),
    );
    shown = [...onPage, ...gone.map(idOf)];
    return {
      version: versionWith(data, gone),
      open: () => openItems(dependencies, data),
      gone: Object.fromEntries(gone.map(({ claim_id, state }) => [claim_id, state!])),
    };
  };
  return changes(look, watching);
}

const idOf = ({ verification_id, ordinal }: ReviewItemDocument) => reviewItemId(verification_id, ordinal);

function versionWith(data: readonly ReviewItemDocument[], gone: readonly ReviewItemDocument[]): string {
  const names = [...data, ...gone].map(({ verification_id, ordinal }) => `${verification_id}-${ordinal}`);
  return [versionOf([data, gone.map(({ state }) => state)]), ...names].join('.');
}

/** Ids of the items that a version names. What is no name is left out. */
function itemsIn(version: string | null): string[] {
  const names = version?.split('.').slice(1) ?? [];
  return names.flatMap((name) => {
    const { verification, ordinal } = NAME.exec(name)?.groups ?? {};
    return verification === undefined ? [] : [reviewItemId(verification, Number(ordinal))];
  });
}

/** The first of these items, without those of others and those whose text was erased. */
async function itemsOf(
  { views }: Pick<QueryDependencies, 'views'>,
  organization_id: string,
  ids: readonly string[],
): Promise<ReviewItemDocument[]> {
  const stored = await Promise.all(ids.slice(0, MOST_GONE).map((id) => views.get(REVIEWS, id)));
  return stored
    .flatMap((each) => (each === null ? [] : [each.document as unknown as ReviewItemDocument]))
    .filter((item) => item.organization_id === organization_id && item.listed);
}

function listedReviews(
  { views }: Pick<QueryDependencies, 'views'>,
  organization_id: string,
  { filter, assignee, due, ...options }: PageOptions & ReviewsOrder,
): Promise<Page<ReviewItemDocument>> {
  const conditions = REVIEW_CONDITIONS[filter] as Record<string, string | boolean>;
  const where = {
    organization_id,
    listed: true,
    ...conditions,
    ...(assignee !== undefined && { assigned_to_user_id: assignee }),
  };
  const listed: ListedBy = due
    ? { view: REVIEWS, where, time: 'due_at', order: 'earliest first' }
    : { view: REVIEWS, where, time: 'opened_at' };
  return pageOfView<ReviewItemDocument>(views, listed, options);
}
