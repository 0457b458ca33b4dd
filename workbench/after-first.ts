/** Waits for the same form, sent a moment ago. */
import { pause, systemTimers } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';

/** How long it is waited for. */
const WITHIN_MS = 10_000;
const AGAIN_MS = 200;

/**
 * Whoever presses a button twice sees only the response to the second form, so that one waits for what the first has begun. Tries
 * `work` again as long as it throws ApiError idempotency_in_progress; throws that after ten seconds, and anything else at once.
 */
export async function afterFirst<Result>(work: () => Promise<Result>): Promise<Result> {
  const over = AbortSignal.timeout(WITHIN_MS);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'idempotency_in_progress' || over.aborted) throw error;
      await pause(systemTimers, AGAIN_MS, over);
    }
  }
}
