/** POST /verifications and /claims/verify: verifies one text or claim, and responds when the verification has ended. */
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { QuotaState } from '#contracts/ports/admission.ts';
import { newId } from '#domain/ids.ts';
import type { Client } from '#http/client.ts';
import type { ResponsePieces } from '#http/response-pieces.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { admit } from './admit.ts';
import { admitOrder, type PreparedCall, prepareCall, releasingHold } from './begin.ts';
import type { IdempotencyOptions, Prepared, RunnableOrder, VerifyInput } from './prepare.ts';
import { writtenResponse } from './response.ts';
import { type Respond, replay, runToEnd } from './run-to-end.ts';
import { holdingSlot, inTextSlots } from './slots.ts';

export interface Verified<Body = VerifyResponse> {
  body: Body | ResponsePieces;
  replayed: boolean;
  /** What is left of the quota. A replay uses none of it. */
  quota: QuotaState;
}

/** Verifies, or returns the response of the first call with the same idempotency key. Throws ApiError. */
export function verify(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
  client: Client,
): Promise<Verified> {
  return verifyWith(dependencies, caller, input, idempotency, client, (shown) => writtenResponse(dependencies, shown));
}

/** The same with another body, which `respond` makes of the result. */
export function verifyWith<Body>(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
  client: Client,
  respond: Respond<Body | ResponsePieces>,
): Promise<Verified<Body>> {
  return inTextSlots(dependencies.textSlots, caller, 1, async () => {
    const { organization, prepared } = await prepareCall(dependencies, caller, input, idempotency);
    switch (prepared.outcome) {
      case 'refused':
        throw prepared.error;
      case 'replay':
        return replayed(dependencies, caller, organization, prepared, client, respond);
      case 'run':
        return verified(dependencies, caller, organization, prepared, client, respond);
    }
  });
}

async function verified<Body>(
  dependencies: CommandDependencies,
  caller: Caller,
  organization: PreparedCall['organization'],
  prepared: RunnableOrder,
  client: Client,
  respond: Respond<Body | ResponsePieces>,
): Promise<Verified<Body>> {
  const { quota, slot } = await releasingHold(dependencies, prepared, prepared.order.verification_id, () =>
    admitOrder(dependencies, caller, organization, prepared),
  );
  const deadline = dependencies.clock.now() + dependencies.settings.syncTimeoutMs;
  const body = await holdingSlot(slot, client, () =>
    runToEnd(dependencies, caller, { ...prepared, deadline, client }, respond),
  );
  return { body, replayed: false, quota };
}

async function replayed<Body>(
  dependencies: CommandDependencies,
  caller: Caller,
  organization: PreparedCall['organization'],
  prepared: Extract<Prepared, { outcome: 'replay' }>,
  client: Client,
  respond: Respond<Body | ResponsePieces>,
): Promise<Verified<Body>> {
  caller.concerns(prepared.verification_id);
  const { quota, slot } = await admit(dependencies, caller, organization, newId('req'), []);
  const body = await holdingSlot(slot, client, async () => {
    await client.takeResponseSlot('read');
    return replay(dependencies, caller, prepared, respond);
  });
  return { body, replayed: true, quota };
}
