/** Finds a verification in the view, or in its folded stream if the view does not show it yet. */
import type { ReadStore } from '#contracts/ports/read-store.ts';
import type { Materiality, Verdict } from '#contracts/vocabulary.ts';
import { claimsOfRun } from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead, VerificationState } from '#domain/verification/state.ts';
import { DOCUMENT_JOBS, type DocumentJobDocument } from '#projectors/document-jobs/document.ts';
import {
  type ClaimDocument,
  claimDocumentId,
  type TombstoneDocument,
  VERIFICATIONS,
  type VerificationDocument,
} from '#projectors/verifications/document.ts';
import type { ClaimDetails } from '#streams/claim-details.ts';
import { claimCount, type FileKind, pagesOf } from './shown.ts';

/** With sealed texts and evidence, a claim takes some ten kilobytes. */
const CLAIMS_PER_PAGE = 50;

type ViewReader = Pick<ReadStore, 'get' | 'find'>;

export type FoundVerification =
  | {
      kind: 'verification';
      organization_id: string;
      head: VerificationHead;
      /** The claims in text order, page by page; each call starts from the beginning. `only`: those with that verdict. */
      pages(only?: Verdict): AsyncIterable<readonly ClaimState[]>;
      /** Absent where the text itself is not shown. */
      file?: FileKind;
    }
  /** The verification's text must no longer be shown. */
  | { kind: 'tombstone'; organization_id: string };

/** The view changed while it was read: the verification is being erased. */
export class ViewChangedError extends Error {
  readonly code = 'view_changed';
  constructor() {
    super('claims have left the view while they were read');
    this.name = 'ViewChangedError';
  }
}

/**
 * Returns null unless the view has the whole verification, because a view that is behind must not hide acknowledged
 * data. The pages throw ViewChangedError.
 */
export async function findInView(views: ViewReader, id: string): Promise<FoundVerification | null> {
  const root = await rootInView(views, id);
  if (root === null) return null;
  if (root.kind === 'tombstone') return { kind: 'tombstone', organization_id: root.organization_id };
  if (root.head.status !== 'completed') return null;

  const { organization_id, head } = root;
  const first = await readPage(views, id, head, { after: -1, left: claimCount(head) });
  // Claims are written before the verification itself and removed before it, so missing claims mean that it is being
  // removed.
  if (first === null) return null;
  return {
    kind: 'verification',
    organization_id,
    head,
    pages: (only) => pagesFrom(views, id, head, first, only),
    file: () => fileKindInView(views, head),
  };
}

async function fileKindInView(views: ViewReader, { request }: VerificationHead): ReturnType<FileKind> {
  if (request?.document === undefined) return null;
  const stored = await views.get(DOCUMENT_JOBS, request.document.job_id);
  return (stored?.document as unknown as DocumentJobDocument | undefined)?.job.submitted?.kind ?? null;
}

/** Returns the verification of a folded stream, or null if there is none. It need not be completed. */
export function findInState(state: VerificationState, details: ClaimDetails): FoundVerification | null {
  const { head } = state;
  if (head.request === null) return null;
  const { organization_id } = head.request;
  if (head.erasure !== 'none') return { kind: 'tombstone', organization_id };
  return { kind: 'verification', organization_id, head, pages: pagesOf(state, details) };
}

/** `first`: the first page of all claims, which was read before. */
async function* pagesFrom(
  views: ViewReader,
  id: string,
  head: VerificationHead,
  first: ClaimState[],
  only: Verdict | undefined,
): AsyncGenerator<readonly ClaimState[]> {
  const expected = only === undefined ? claimCount(head) : head.completion!.counts[only];
  let after = -1;
  for (let read = 0; read < expected; ) {
    const place = { after, left: expected - read, only };
    const page = read === 0 && only === undefined ? first : await readPage(views, id, head, place);
    if (page === null) throw new ViewChangedError();
    yield claimsOfRun(head, page);
    read += page.length;
    after = page.at(-1)!.extracted.ordinal;
  }
}

interface PagePlace {
  /** Ordinal of the last claim read; -1: none was. */
  after: number;
  /** How many claims there are to read. */
  left: number;
  only?: Verdict | undefined;
}

/** Null if claims are missing. */
async function readPage(
  views: ViewReader,
  id: string,
  head: VerificationHead,
  { after, left, only }: PagePlace,
): Promise<ClaimState[] | null> {
  const expected = Math.min(CLAIMS_PER_PAGE, left);
  if (expected <= 0) return [];
  const filter = only === undefined ? {} : { verdict: only };
  const claims = await claimsInView(views, id, head, { after, limit: expected, ...filter });
  return claims.length === expected ? claims : null;
}

/** What the view has of a verification, besides its claims. */
export async function rootInView(
  views: ViewReader,
  id: string,
): Promise<VerificationDocument | TombstoneDocument | null> {
  const stored = await views.get(VERIFICATIONS, id);
  const root = stored?.document as unknown as VerificationDocument | TombstoneDocument | ClaimDocument | undefined;
  return root === undefined || root.kind === 'claim' ? null : root;
}

/** Which claims of a result are listed. */
export interface ClaimFilter {
  verdict?: Verdict;
  materiality?: Materiality;
}

/** Claims of the present run in text order, behind the one with this ordinal; -1: from the first. */
export async function claimsInView(
  views: ViewReader,
  id: string,
  head: VerificationHead,
  { after, limit, ...kept }: { after: number; limit: number } & ClaimFilter,
): Promise<ClaimState[]> {
  const documents = await views.find(VERIFICATIONS, {
    where: { verification_id: id, ...kept },
    sort: {
      field: 'ordinal',
      direction: 'ascending',
      ...(after >= 0 && { after: { value: after, id: claimDocumentId(id, after) } }),
    },
    limit,
  });
  return documents
    .map(({ document }) => (document as unknown as ClaimDocument).claim)
    .filter((claim) => claim.run === head.run);
}
