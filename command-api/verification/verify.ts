/** POST /verifications and /claims/verify: verifies one text or claim, and responds when the verification has ended. */
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { QuotaState } from '#contracts/ports/admission.ts';
import { newId } from '#domain/ids.ts';
import type { Client } from '#http/client.ts';
import type { ResponsePieces } from '#http/response-pieces.ts';
import type { ShownVerification } from '#results/shown.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { admit } from './admit.ts';
import { admitOrder, orReleaseClaim, type PreparedCall, prepareCall } from './begin.ts';
import type { IdempotencyOptions, Prepared, RunnableOrder, VerifyInput } from './prepare.ts';
import { writtenResponse } from './response.ts';
import { replay, runToEnd } from './run-to-end.ts';
import { holdingSlot, inTextSlots } from './slots.ts';

export interface Verified {
  body: VerifyResponse | ResponsePieces;
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
  return inTextSlots(dependencies.textSlots, caller, 1, async () => {
    const { organization, prepared } = await prepareCall(dependencies, caller, input, idempotency);
    switch (prepared.outcome) {
      case 'refused':
        throw prepared.error;
      case 'replay':
        return replayed(dependencies, caller, organization, prepared, client);
      case 'run':
        return verified(dependencies, caller, organization, prepared, client);
    }
  });
}

async function verified(
  dependencies: CommandDependencies,
  caller: Caller,
  organization: PreparedCall['organization'],
  prepared: RunnableOrder,
  client: Client,
): Promise<Verified> {
  const { quota, slot } = await orReleaseClaim(dependencies, prepared, prepared.order.verification_id, () =>
    admitOrder(dependencies, caller, organization, prepared),
  );
  const deadline = dependencies.clock.now() + dependencies.settings.syncTimeoutMs;
  const body = await holdingSlot(slot, client, () =>
    runToEnd(dependencies, caller, { ...prepared, deadline, client }, responding(dependencies)),
  );
  return { body, replayed: false, quota };
}

async function replayed(
  dependencies: CommandDependencies,
  caller: Caller,
  organization: PreparedCall['organization'],
  prepared: Extract<Prepared, { outcome: 'replay' }>,
  client: Client,
): Promise<Verified> {
  caller.concerns(prepared.verification_id);
  const { quota, slot } = await admit(dependencies, caller, organization, newId('req'), []);
  const body = await holdingSlot(slot, client, async () => {
    await client.takeResponseSlot('read');
    return replay(dependencies, caller, prepared, responding(dependencies));
  });
  return { body, replayed: true, quota };
}

function responding(dependencies: CommandDependencies) {
  return (shown: ShownVerification) => writtenResponse(dependencies, shown);
}
