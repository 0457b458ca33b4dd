/** Assembles a result without blocking the event loop: a long text has thousands of claims. */
import { Turn } from '#common/turns.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import {
  claimRecord,
  claimRequestOf,
  claimsOfRun,
  resultWithoutClaims,
  type TextOpener,
} from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';

/** Returns and throws the same as `assembleResult`, but yields to the event loop in between. */
export async function assembleInTurns(
  head: VerificationHead,
  claims: Iterable<ClaimState>,
  open: TextOpener,
): Promise<VerificationResult> {
  const result = resultWithoutClaims(head, open);
  const records: ClaimRecord[] = [];
  for await (const record of recordsInTurns(head, claims, open)) records.push(record);
  return { ...result, claims: records };
}

/** Yields the claims of the current run, in text order. Throws the same as `claimRecord`. */
export async function* recordsInTurns(
  head: VerificationHead,
  claims: Iterable<ClaimState>,
  open: TextOpener,
): AsyncGenerator<ClaimRecord> {
  const from = claimRequestOf(head, open);
  const turn = new Turn();
  for (const claim of claimsOfRun(head, claims)) {
    if (turn.isOver) await turn.next();
    yield claimRecord(from, claim, open);
  }
}
