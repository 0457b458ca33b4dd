/** Assembling a result without holding up the event loop: a long text has thousands of claims. */
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { nextTurn } from '#contracts/turns.ts';
import { claimRecord, claimsOfRun, type OpenText, resultWithoutClaims } from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';

/** How long others wait at most at a time, apart from a single claim that takes longer. A read has some ten turns to wait for. */
const TURN_MS = 1;

/** The same result as `assembleResult`, and throws the same, but lets other work in between. */
export async function assembleInTurns(
  head: VerificationHead,
  claims: Iterable<ClaimState>,
  open: OpenText,
): Promise<VerificationResult> {
  const result = resultWithoutClaims(head, open);
  const records: ClaimRecord[] = [];
  let turnEnds = performance.now() + TURN_MS;
  for (const claim of claimsOfRun(head, claims)) {
    if (performance.now() > turnEnds) {
      await nextTurn();
      turnEnds = performance.now() + TURN_MS;
    }
    records.push(claimRecord(head.request!, claim, open));
  }
  return { ...result, claims: records };
}
