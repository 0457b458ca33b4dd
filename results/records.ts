/** The records of a result's claims: the one place where they are made, whoever shows them. */
import { Turn } from '#common/turns.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { claimRecord, claimRequestOf, resultWithoutClaims, type TextOpener } from '#domain/verification/result.ts';
import type { ShownVerification } from './shown.ts';

type Shown = ShownVerification<TextOpener>;

/**
 * Yields the records of the claims in text order, with turns of the event loop in between: a long text has thousands.
 * Throws TextErasedError, even in the middle, once the key is gone, and what `pages` throws.
 */
export async function* recordsOf({ head, pages, open }: Shown): AsyncGenerator<ClaimRecord> {
  const from = claimRequestOf(head, await open());
  const turn = new Turn();
  for await (const claims of pages()) {
    const opener = await open();
    for (const claim of claims) {
      yield claimRecord(from, claim, opener);
      if (turn.isOver) await turn.next();
    }
  }
}

/** The result as one value. Throws like `recordsOf`. */
export async function wholeResult(shown: Shown): Promise<VerificationResult> {
  const result = resultWithoutClaims(shown.head, await shown.open());
  return { ...result, claims: await Array.fromAsync(recordsOf(shown)) };
}
