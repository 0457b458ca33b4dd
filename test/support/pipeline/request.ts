/** Requests a verification as the command API does: creates the key, seals the texts, appends one event. */
import { randomUUID } from 'node:crypto';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { VERIFICATION, verificationIdOf } from '#domain/verification/decider.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { execute } from '#streams/repository.ts';
import { requestedData } from '#test/support/arbitraries.ts';

/** Trace id of every request in these tests. */
export const TRACE = '0af7651916cd43dd8448eb211c80319c';

/** Metadata of the request's event. */
export function requestMetadata(verificationId: string): EventMetadata {
  return {
    actor: { type: 'api_key', id: 'key_1' },
    ip: '192.0.2.1',
    request_id: 'req_1',
    correlation_id: verificationId,
    causation_id: 'req_1',
    traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    organization_id: 'org_1',
  };
}

/** Returns the stream's name. */
export async function request(
  { events, vault, sealer }: { events: EventStore; vault: KeyVault; sealer: Sealer },
  content: string,
  overrides: Partial<VerificationRequestedData> = {},
): Promise<string> {
  const data = requestedData(overrides);
  const id = data.verification_id;
  const key = await vault.createDataKey(id, {
    organization_id: data.organization_id,
    expires_at: data.expires_at,
    ephemeral: data.zero_retention,
  });
  const seal = (field: string, text: string) => sealer.seal(key, { verification_id: id, record: id, field }, text);
  const sealed = { content: seal(SEALED.content, content), question: seal(SEALED.question, '') };
  await execute(
    events,
    VERIFICATION,
    id,
    { type: 'RequestVerification', data: { ...data, ...sealed } },
    { metadata: requestMetadata(id), eventId: () => randomUUID() },
  );
  return VERIFICATION.stream(id);
}

/** Restarts a verification that has ended, as a call that repeats it with `key_2` does. */
export async function restart(events: EventStore, stream: string): Promise<void> {
  await execute(
    events,
    VERIFICATION,
    verificationIdOf(stream),
    {
      type: 'RestartVerification',
      cause: 'idempotent_retry',
      restarted_at: '2026-01-01T00:01:00.000Z',
      key_id: 'key_2',
    },
    { metadata: requestMetadata(verificationIdOf(stream)), eventId: () => randomUUID() },
  );
}
