/** Begins the verification of a form, once, however often the form is sent. */
import type { Caller } from '#command-api/caller.ts';
import type { CommandApiDependencies } from '#command-api/dependencies.ts';
import { begin } from '#command-api/verification/begin.ts';
import type { IdempotencyOptions, VerifyInput } from '#command-api/verification/prepare.ts';
import { pause, systemTimers } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';

/** How long the same form, sent a moment ago, is waited for: until its verification has an id. */
const WITHIN_MS = 10_000;
const AGAIN_MS = 200;

/**
 * Returns the verification's id. Who presses a button twice sees only the answer to the second form, so that one leads to
 * the verification too. Throws ApiError as `begin` does.
 */
export async function beginOnce(
  commands: CommandApiDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
): Promise<string> {
  const over = AbortSignal.timeout(WITHIN_MS);
  for (;;) {
    try {
      return (await begin(commands, caller, input, idempotency)).verification_id;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'idempotency_in_progress' || over.aborted) throw error;
      await pause(systemTimers, AGAIN_MS, over);
    }
  }
}
