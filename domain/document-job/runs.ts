/** Which run of its verification an attempt at a document begins. */
import type { VerificationHead } from '../verification/state.ts';

/**
 * The number of the run that an attempt begins, and under which its cost is reserved; null where a run goes on, or has
 * completed. An attempt never takes the number of an earlier one, even if that began no run: a reservation of it may be
 * settled by now, and a settlement counts once.
 */
export function runOfAttempt(
  { status, run }: Pick<VerificationHead, 'status' | 'run'>,
  attempt: number,
): number | null {
  return status === 'none' || status === 'failed' ? Math.max(attempt, run + 1) : null;
}
