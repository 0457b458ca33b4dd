/** A completed verification whose result may be shown, wherever it was found. */
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
import { claimsOfRun, type TextOpener } from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead, VerificationState } from '#domain/verification/state.ts';
import type { KeyedOpener } from '#sealed/open-texts.ts';
import type { ClaimDetails } from '#streams/claim-details.ts';

/** What kind of file a text was sent as; null: nobody knows, or it is of none. */
export type FileKind = () => Promise<DocumentKind | null>;

export interface ShownVerification<Opener extends TextOpener = KeyedOpener> {
  head: VerificationHead;
  /** The claims in text order, page by page; `only`: those with that verdict. */
  pages(only?: Verdict): AsyncIterable<readonly ClaimState[]>;
  /** Absent where the text itself is not shown. */
  file?: FileKind;
  /** Opens the texts while the key exists. Call this again after every await. */
  open(): Promise<Opener>;
}

/** Claims shown at a time: writing them takes a millisecond or two, during which other requests wait. */
const CLAIMS_PER_PAGE = 8;

/**
 * The claims of a folded state in text order, page by page; each call starts from the beginning. `details` reads what a
 * long text has left in its stream.
 */
export function pagesOf({ head, claims }: VerificationState, details: ClaimDetails): ShownVerification['pages'] {
  const all = claimsOfRun(head, claims.values());
  return async function* (only) {
    const shown = only === undefined ? all : all.filter(({ judged }) => judged?.verdict === only);
    for (let at = 0; at < shown.length; at += CLAIMS_PER_PAGE)
      yield await details(shown.slice(at, at + CLAIMS_PER_PAGE));
  };
}

/**
 * The same for a caller that goes through them once: each page is released when the next one is asked for, because the
 * claims of a long text take megabytes and a response is sent as fast as its client reads.
 */
export function pagesOnce(
  { head, claims }: VerificationState,
  details: ClaimDetails,
): () => AsyncIterable<readonly ClaimState[]> {
  const left = claimsOfRun(head, claims.values());
  let isRead = false;
  return async function* () {
    if (isRead) throw new Error('these claims were read before');
    isRead = true;
    while (left.length > 0) yield await details(left.splice(0, CLAIMS_PER_PAGE));
  };
}

/** How many claims the result has. */
export function claimCount({ extraction }: VerificationHead): number {
  return extraction?.claims ?? 0;
}
