/** A completed verification as its page shows it: the text, and of every claim what marks and lists need. */
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Materiality, Verdict } from '#contracts/vocabulary.ts';
import {
  claimRecord,
  claimRequestOf,
  openContent,
  openQuestion,
  resultWithoutClaims,
} from '#domain/verification/result.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';
import { findInView, ViewChangedError } from '#results/find.ts';
import { openVerification, refuseErased } from '#results/open.ts';
import { type TextKind, textKindOf } from '#results/page/text/kind.ts';
import type { ShownVerification } from '#results/shown.ts';
import { findInStream } from '#results/stream-reader.ts';

export interface MarkedClaim {
  id: string;
  /** From 1, in text order; 1 more than the claim's ordinal. */
  number: number;
  /** Code-point offsets, end exclusive. */
  start: number;
  end: number;
  verdict: Verdict;
  materiality: Materiality;
  /** From 1; null where the text has no pages. */
  page: number | null;
}

export interface ShownResult {
  /** Without its claims. */
  result: VerificationResult;
  content: string;
  question: string;
  kind: TextKind;
  /** Code-point offsets at which the pages of a document begin; empty for other texts. */
  pageStarts: readonly number[];
  claims: MarkedClaim[];
}

export interface ClaimCorrection {
  number: number;
  start: number;
  end: number;
  original: string;
  suggested: string;
}

type Dependencies = Pick<QueryDependencies, 'events' | 'views' | 'vault' | 'sealer' | 'clock'>;

/** Throws ApiError as the whole result does: not_found, verification_expired, or the code of a failure. */
export function shownResult(queries: Dependencies, organizationId: string, id: string): Promise<ShownResult> {
  return readCompleted(queries, organizationId, id, async ({ head, pages, open, file }) => {
    const kind = textKindOf(head.request!, (await file?.()) ?? null);
    const openHead = await open();
    const claims: MarkedClaim[] = [];
    for await (const page of pages()) claims.push(...page.map(markedClaim));
    return {
      result: resultWithoutClaims(head, openHead),
      content: openContent(head.request!, openHead),
      question: openQuestion(head.request!, openHead),
      kind,
      pageStarts: head.request!.document?.page_starts ?? [],
      claims,
    };
  });
}

/** The text, and what is suggested to be put right in it, in text order. Throws like `shownResult`. */
export function correctionsOf(queries: Dependencies, organizationId: string, id: string) {
  return readCompleted(queries, organizationId, id, async ({ head, pages, open }) => {
    const corrections: ClaimCorrection[] = [];
    for await (const page of pages()) {
      const openNow = await open();
      const from = claimRequestOf(head, openNow);
      for (const claim of page) {
        const { correction } = claimRecord(from, claim, openNow);
        if (correction === null) continue;
        const { number, start, end } = markedClaim(claim);
        corrections.push({ number, start, end, original: correction.original, suggested: correction.suggested });
      }
    }
    return { content: openContent(head.request!, await open()), corrections };
  });
}

function markedClaim({ extracted, judged }: ClaimState): MarkedClaim {
  const { claim_id: id, ordinal, start, end, materiality, page } = extracted;
  return { id, number: ordinal + 1, start, end, verdict: judged!.verdict, materiality, page };
}

/** What `read` makes of a completed verification, of the view or else of its stream. Throws like `shownResult`. */
export async function readCompleted<Result>(
  { events, views, vault, sealer, clock }: Dependencies,
  organizationId: string,
  id: string,
  read: (shown: ShownVerification) => Promise<Result>,
): Promise<Result> {
  const inStream = async () => findInStream(events, id);
  const readFound = async (found: Awaited<ReturnType<typeof inStream>>) =>
    read(openVerification(found, organizationId, { vault, sealer }, clock.now()));
  try {
    return await readFound((await findInView(views, id)) ?? (await inStream()));
  } catch (error) {
    // The view was changed while it was read: the stream says what became of it.
    if (error instanceof ViewChangedError) return readFound(await inStream());
    return refuseErased('verification_expired', error);
  }
}

export interface CorrectedText {
  text: string;
  /** Numbers of the claims whose corrections could not be made, and why. */
  left: { number: number; why: 'overlaps' | 'other_words' }[];
}

/**
 * The text with these corrections in it. Of several that overlap, the first in the text counts; a correction of words that the
 * claim's place does not have (a claim in words of its own) can't be made either.
 */
export function corrected(content: string, corrections: readonly ClaimCorrection[]): CorrectedText {
  const left: CorrectedText['left'] = [];
  const characters = Array.from(content);
  const pieces: string[] = [];
  let at = 0;
  for (const { number, start, end, original, suggested } of corrections) {
    const span = characters.slice(start, end).join('');
    // A correction is of the claim's own words, which may be fewer than its span.
    const within = span.indexOf(original);
    if (start < at || within === -1) {
      left.push({ number, why: start < at ? 'overlaps' : 'other_words' });
      continue;
    }
    pieces.push(
      characters.slice(at, start).join(''),
      span.replace(original, () => suggested),
    );
    at = end;
  }
  return { text: pieces.join('') + characters.slice(at).join(''), left };
}
