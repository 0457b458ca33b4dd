/** Begins the verification of a form, once, however often the form is sent. */
import type { Caller } from '#command-api/caller.ts';
import type { CommandApiDependencies } from '#command-api/dependencies.ts';
import { begin } from '#command-api/verification/begin.ts';
import type { IdempotencyOptions, VerifyInput } from '#command-api/verification/prepare.ts';
import { afterFirst } from './after-first.ts';

/** Returns the verification's id, to each sending of the form. Throws ApiError as `begin` does. */
export async function beginOnce(
  commands: CommandApiDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
): Promise<string> {
  return (await afterFirst(() => begin(commands, caller, input, idempotency))).verification_id;
}
