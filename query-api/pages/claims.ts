/** Pages of the claims of a result, in text order. */
import type { ClaimRecord } from '#contracts/http/verification-result.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import { type ClaimFilter, claimsInView, type FoundVerification, findInState, rootInView } from '#results/find.ts';
import { openVerification, refuseErased } from '#results/open.ts';
import { recordsOf } from '#results/records.ts';
import { claimDetails } from '#streams/claim-details.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { numberCursor, placeNumber } from './cursor.ts';
import { entriesOf, type Page, type PageOptions } from './page.ts';

type Dependencies = Pick<QueryDependencies, 'events' | 'views' | 'vault' | 'sealer' | 'clock'>;
type Views = QueryDependencies['views'];

const LIST = 'claims';

const listOf = (id: string) => `${LIST}/${id}`;

/** The cursor of the page that begins behind the claim with this ordinal. */
export function claimsCursor(id: string, ordinal: number): string {
  return numberCursor(listOf(id), ordinal);
}

interface Wanted {
  /** Ordinal of the last claim of the page before; -1: the first page. */
  after: number;
  limit: number;
  filter: ClaimFilter;
}

/**
 * All claims, or those with a verdict, a materiality or both. A verification that the view does not show yet is folded from its stream. Throws
 * ApiError as the whole result does: not_found (also for another organization's, and for one that has not ended),
 * verification_expired, or the code of a failure; and validation_error for a cursor of something else.
 */
export async function claimsPage(
  dependencies: Dependencies,
  organizationId: string,
  id: string,
  { verdict, materiality, ...options }: PageOptions & ClaimFilter,
): Promise<Page<ClaimRecord>> {
  const { views, events, clock } = dependencies;
  const limit = entriesOf(options);
  const after = options.after == null ? -1 : placeNumber(listOf(id), options.after);
  const filter = { ...(verdict !== undefined && { verdict }), ...(materiality !== undefined && { materiality }) };
  const wanted: Wanted = { after, limit: limit + 1, filter };
  const shown = await pageInView(views, id, wanted);
  const { found, claims } = shown ?? (await pageInStream(events, id, wanted));
  const opened = openVerification(found, organizationId, dependencies, clock.now());
  const records = recordsOf({ ...opened, pages: () => onlyPage(claims.slice(0, limit)) });
  const data = await Array.fromAsync(records).catch((error) => refuseErased('verification_expired', error));
  return { data, next: claims.length > limit ? claimsCursor(id, claims[limit - 1]!.extracted.ordinal) : null };
}

interface Found {
  found: FoundVerification | null;
  claims: ClaimState[];
}

/** Null unless the view has the whole verification. */
async function pageInView(views: Views, id: string, wanted: Wanted): Promise<Found | null> {
  const root = await rootInView(views, id);
  if (root === null) return null;
  if (root.kind === 'tombstone')
    return { found: { kind: 'tombstone', organization_id: root.organization_id }, claims: [] };
  if (root.head.status !== 'completed') return null;
  const { organization_id, head } = root;
  const { after, limit, filter } = wanted;
  const claims = await claimsInView(views, id, head, { after, limit, ...filter });
  // Claims are removed before the verification: a page that lacks some may be of one that is being erased.
  if (claims.length < limit && (await rootInView(views, id))?.kind !== 'verification') return null;
  return { found: { kind: 'verification', organization_id, head, pages: () => onlyPage(claims) }, claims };
}

async function pageInStream(
  events: Dependencies['events'],
  id: string,
  { after, limit, filter }: Wanted,
): Promise<Found> {
  const { state } = await load(events, VERIFICATION, id);
  const details = claimDetails(events, id);
  const claims = [...state.claims.values()]
    .filter(({ run, extracted, judged }) => {
      const { verdict = judged?.verdict, materiality = extracted.materiality } = filter;
      const isWanted = verdict === judged?.verdict && materiality === extracted.materiality;
      return run === state.head.run && extracted.ordinal > after && isWanted;
    })
    .sort((a, b) => a.extracted.ordinal - b.extracted.ordinal)
    .slice(0, limit);
  return { found: findInState(state, details), claims: await details(claims) };
}

async function* onlyPage(claims: readonly ClaimState[]) {
  yield claims;
}
