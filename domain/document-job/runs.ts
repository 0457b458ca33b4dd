/** Numbers the runs that attempts at a document begin. */
import { isRestartable } from '../verification/ended.ts';
import type { VerificationHead } from '../verification/state.ts';

/**
 * The number of the run that an attempt begins, under which its cost is reserved; null if a run is in progress or has
 * completed. An attempt never takes the number of an earlier one, even if that began no run: that number's reservation
 * may be settled already, and only the first settlement counts.
 */
export function runOfAttempt(
  { status, run }: Pick<VerificationHead, 'status' | 'run'>,
  attempt: number,
): number | null {
  return status === 'none' || isRestartable({ status }) ? Math.max(attempt, run + 1) : null;
}
