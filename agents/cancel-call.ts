/**
 * Cancels a call by its id. Clients of protocol versions before 2026-07-28 cancel with a message of its own, which may
 * reach another process than the call: so the id is the call's idempotency key, by which any process finds its
 * verification.
 */
import type { Caller } from '#command-api/caller.ts';
import { cancelVerification } from '#command-api/verification/cancel.ts';
import { idempotentCall } from '#command-api/verification/idempotency.ts';
import { pause, systemTimers, timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import type { AgentDependencies } from './dependencies.ts';

export const CALL_ENDPOINT = 'POST /mcp';
/** How long a verification that is about to be recorded is waited for. */
const WITHIN_MS = 5_000;
const AGAIN_MS = 100;

/** Never rejects. A call that is not known, or has ended, stays as it is. */
export async function cancelCall(
  dependencies: Pick<AgentDependencies, 'commands'>,
  caller: Caller,
  callId: string,
): Promise<void> {
  const { operations, clock, secrets } = dependencies.commands;
  const { scope } = idempotentCall(secrets.fingerprint, caller, CALL_ENDPOINT, callId, null);
  const record = await operations.idempotency.find(scope, timestamp(clock)).catch(() => null);
  if (record === null || record.state === 'completed') return;
  await cancelOnceBegun(dependencies, caller, record.target_id, AbortSignal.timeout(WITHIN_MS));
}

/** Cancels a verification that may still be about to be recorded, until the call has ended. Never rejects. */
export async function cancelOnceBegun(
  { commands }: Pick<AgentDependencies, 'commands'>,
  caller: Caller,
  id: string,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    try {
      await cancelVerification(commands, caller, id);
      return;
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'not_found') return;
      await pause(systemTimers, AGAIN_MS, ended);
    }
  }
}
