/** Assembles a result without blocking the event loop: a long text has thousands of claims. */
import { nextTurn } from '#common/turns.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import {
  claimRecord,
  claimRequestOf,
  claimsOfRun,
  type OpenText,
  resultWithoutClaims,
} from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';

/** Longest time between two turns, unless a single claim takes longer. A read takes about ten turns. */
const TURN_MS = 1;

/** Returns and throws the same as `assembleResult`, but yields to the event loop in between. */
export async function assembleInTurns(
  head: VerificationHead,
  claims: Iterable<ClaimState>,
  open: OpenText,
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
  open: OpenText,
): AsyncGenerator<ClaimRecord> {
  const from = claimRequestOf(head, open);
  let turnEnds = performance.now() + TURN_MS;
  for (const claim of claimsOfRun(head, claims)) {
    if (performance.now() > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + TURN_MS;
    }
    yield claimRecord(from, claim, open);
  }
}
