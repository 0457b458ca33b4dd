/**
 * One verification, from a valid request to its terminal event: makes the data key, seals the text, appends
 * `VerificationRequested`, and waits for the end.
 */
import { ApiError } from '#contracts/errors.ts';
import type { OrganizationSettings } from '#contracts/events/organization.ts';
import type { AppliedPolicy } from '#contracts/events/verification.ts';
import { codePoints } from '#contracts/http/fields.ts';
import { START } from '#contracts/ports/event-store.ts';
import { type DataKeyOptions, type KeyVault, KeyVaultError } from '#contracts/ports/key-vault.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import { newEventId } from '#domain/ids.ts';
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import { createOpenedDetails } from '#streams/opened-details.ts';
import { carryOut } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { keyedHash } from '../fingerprint.ts';

/** What is verified and how, after defaults, limits and look-ups were applied. */
export interface VerificationOrder {
  verification_id: string;
  kind: 'text' | 'claim';
  content: string;
  question: string;
  profile: string;
  policy: AppliedPolicy;
  mode: Mode;
  source_set_id: string | null;
  retention: Retention;
  bytes: number;
  cost_cents: number;
}

export interface Retention {
  retention_hours: number;
  zero_retention: boolean;
}

/** min(request, organization); asking for nothing to be kept wins over everything. */
export function effectiveRetention(request: Partial<Retention>, settings: OrganizationSettings): Retention {
  const hours = Math.min(request.retention_hours ?? settings.retention_hours, settings.retention_hours);
  const zero = request.zero_retention === true || settings.zero_retention || hours === 0;
  return { retention_hours: zero ? 0 : hours, zero_retention: zero };
}

/** Appends the request. Repeating it for the same id changes nothing. Answers the verification as it then stands. */
export async function appendRequest(
  dependencies: CommandDependencies,
  caller: Caller,
  order: VerificationOrder,
): Promise<VerificationHead> {
  const { events, vault, sealer, clock, secrets, settings, handOver } = dependencies;
  const now = clock.now();
  const createdAt = new Date(now).toISOString();
  const expiresAt = new Date(now + order.retention.retention_hours * 3_600_000).toISOString();
  const details = createOpenedDetails(order.content.length);
  const dueAt = keyDueAt({ ...order.retention, expires_at: expiresAt }, settings.syncTimeoutMs);
  const key = await createKey(vault, order.verification_id, {
    organization_id: caller.organization_id,
    expires_at: dueAt,
    ephemeral: order.retention.zero_retention,
  });
  const seal = (field: string, text: string) =>
    sealer.seal(key, { verification_id: order.verification_id, record: order.verification_id, field }, text);

  const eventId = newEventId();
  const outcome = await carryOut(
    events,
    verificationDecider,
    verificationStream(order.verification_id),
    {
      type: 'RequestVerification',
      data: {
        verification_id: order.verification_id,
        organization_id: caller.organization_id,
        request_id: caller.metadata.request_id,
        kind: order.kind,
        created_at: createdAt,
        expires_at: expiresAt,
        ...order.retention,
        profile: order.profile,
        mode: order.mode,
        source_set_id: order.source_set_id,
        policy: order.policy,
        engine: dependencies.engine,
        content_fingerprint: keyedHash(secrets.fingerprint, caller.organization_id, order.content),
        characters: codePoints(order.content),
        bytes: order.bytes,
        cost_cents: order.cost_cents,
        key_id: caller.key_id,
        content: seal(SEALED.content, order.content),
        question: seal(SEALED.question, order.question),
      },
    },
    { metadata: { ...caller.metadata, correlation_id: order.verification_id }, eventId: () => eventId },
    // Nearly always a new stream. Where an earlier call began it, the append conflicts, and the stream is loaded.
    { state: verificationDecider.initialState(), revision: 'no_stream', position: START },
  );
  if (!outcome.accepted) throw new Error(`request refused: ${outcome.code}`);
  const { state, revision, position } = outcome;
  const { head } = state;
  if (outcome.changed) {
    handOver.leave(verificationStream(order.verification_id), { state, revision, position, details, key });
  }
  // Making the key moved its end to what would have been this request's.
  if (!outcome.changed && head.request !== null) {
    await vault.reschedule(order.verification_id, keyDueAt(head.request, settings.syncTimeoutMs));
  }
  return head;
}

/** The text of a zero-retention request, which expires as it is made, lives for as long as somebody may wait for the answer. */
function keyDueAt(
  { zero_retention, expires_at }: { zero_retention: boolean; expires_at: string },
  syncTimeoutMs: number,
): string {
  return zero_retention ? new Date(Date.parse(expires_at) + syncTimeoutMs).toISOString() : expires_at;
}

/**
 * The id may be that of an earlier call with the same idempotency key, which came no further than its data key: by now
 * that may have expired, and an id is never given another. Only a new idempotency key can help then.
 */
async function createKey(vault: KeyVault, id: string, options: DataKeyOptions): Promise<Uint8Array> {
  try {
    return await vault.createDataKey(id, options);
  } catch (error) {
    if (!(error instanceof KeyVaultError && error.code === 'key_destroyed')) throw error;
    throw new ApiError('idempotency_result_not_retained');
  }
}

/**
 * Forgets the text of a zero-retention verification once it has been answered. The event comes first: a key that was
 * destroyed before it is due no more, and nobody would record the end of the history that it belonged to.
 */
export async function forget(dependencies: CommandDependencies, caller: Caller, verificationId: string): Promise<void> {
  dependencies.handOver.drop(verificationStream(verificationId));
  await carryOut(
    dependencies.events,
    verificationDecider,
    verificationStream(verificationId),
    {
      type: 'ExpireVerification',
      reason: 'zero_retention',
      expired_at: new Date(dependencies.clock.now()).toISOString(),
    },
    { metadata: { ...caller.metadata, correlation_id: verificationId }, eventId: newEventId },
  );
  await shredSoon(dependencies.vault, verificationId);
}

/** A blocked erasure is finished by the erase stage: the key is unreadable from the first try on. */
async function shredSoon(vault: KeyVault, verificationId: string): Promise<void> {
  try {
    await vault.shred([verificationId]);
  } catch (error) {
    if (!(error instanceof KeyVaultError && error.code === 'erasure_blocked')) throw error;
  }
}
