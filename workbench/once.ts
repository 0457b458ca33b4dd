/** Does what a form asks for once, however often the form is sent. */
import type { Caller } from '#command-api/caller.ts';
import type { CommandApiDependencies } from '#command-api/dependencies.ts';
import { holdKey, idempotentCall, releaseHold, rememberSuccess } from '#command-api/verification/idempotency.ts';
import { ApiError } from '#contracts/errors.ts';
import { newId } from '#domain/ids.ts';
import { afterFirst } from './after-first.ts';

interface SentForm {
  /** The form's own (`keyField`); undefined: it has none, and is done as often as it is sent. */
  key: string | undefined;
  /** Method and path of the form's target. */
  endpoint: string;
  /** What the form asks for. */
  body: unknown;
}

type Dependencies = Pick<CommandApiDependencies, 'operations' | 'clock' | 'secrets' | 'logger'>;

/** Who went back to a form and changed it. */
const SENT_BEFORE = 'This form was sent before, with something else in it. Open its page again for a new form.';

/**
 * Returns what `work` returns; null if the same form has been sent before, within a day. Throws ApiError
 * idempotency_key_conflict if it was sent with something else in it, and what `work` throws, after which it can be sent again.
 */
export function once<Result>(
  { operations, clock, secrets, logger }: Dependencies,
  caller: Caller,
  { key, endpoint, body }: SentForm,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (key === undefined) return work();
  const call = idempotentCall(secrets.fingerprint, caller, endpoint, key, body);
  return afterFirst(async () => {
    const { hold, lease_until, expires_at } = await holdKey({ operations, clock }, call, newId('req'));
    if (hold.outcome === 'conflict') throw new ApiError('idempotency_key_conflict', { message: SENT_BEFORE });
    if (hold.outcome === 'in_progress') throw new ApiError('idempotency_in_progress');
    if (hold.outcome === 'completed') return null;
    const { target_id } = hold;
    const lease = { until: lease_until, isNew: hold.outcome === 'held' };
    const result = await work().catch(async (error: unknown) => {
      await releaseHold(operations.idempotency, call, target_id, lease);
      throw error;
    });
    await rememberSuccess(operations.idempotency, call, target_id, 201, expires_at).catch((err: unknown) => {
      // It is done, and a response with a secret comes only once.
      logger.error(
        { err, request_id: caller.metadata.request_id },
        'a form could be taken for a new one if sent again',
      );
    });
    return result;
  });
}
