/**
 * Starts a verification: creates the data key, seals the text, appends `VerificationRequested`. Also erases it again
 * after the response if it has zero retention.
 */

import { keyedHash } from '#common/keyed-hash.ts';
import { codePoints } from '#contracts/code-points.ts';
import { ApiError } from '#contracts/errors.ts';
import type { GivenSource } from '#contracts/given-sources.ts';
import { type DataKeyOptions, KeyVaultError } from '#contracts/ports/key-vault.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import type { OrganizationSettings } from '#domain/organization/events.ts';
import type { AppliedPolicy } from '#domain/verification/applied.ts';
import type { CompletionGeneratedData, Places } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import { describeGivenSources, storeGivenSources } from '#sealed/given-sources.ts';
import { storeKnownInputs } from '#sealed/known-inputs.ts';
import type { VerificationTexts } from '#sealed/verification-texts.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';

/** What to verify and how, as the caller asks for it. */
export interface AskedVerification {
  kind: 'text' | 'claim';
  content: string;
  question: string;
  profile: string;
  mode: Mode;
  source_set_id: string | null;
  /** Sources that the caller gives for this text alone. Default: none. */
  sources?: readonly GivenSource[];
  /** Only claims that stand in these are verified. Default: all. No operation of the API takes them. */
  within?: Places;
  /**
   * Digests of what the judges were given about claims (`judgeInput`) of which the caller knows the verdicts: a language
   * model is not asked about them again. Default: none.
   */
  known_inputs?: readonly string[];
}

/** The same after defaults, limits and look-ups. */
export interface VerificationOrder extends AskedVerification {
  verification_id: string;
  policy: AppliedPolicy;
  retention: Retention;
  bytes: number;
  cost_cents: number;
  /** How the text was written, if the order is for a chat completion. */
  generated?: CompletionGeneratedData;
}

export interface Retention {
  retention_hours: number;
  zero_retention: boolean;
}

/** Returns min(request, organization). Zero retention, from either, overrides everything. */
export function effectiveRetention(request: Partial<Retention>, settings: OrganizationSettings): Retention {
  const hours = Math.min(request.retention_hours ?? settings.retention_hours, settings.retention_hours);
  const zero = request.zero_retention === true || settings.zero_retention || hours === 0;
  return { retention_hours: zero ? 0 : hours, zero_retention: zero };
}

/**
 * Appends the request. Repeating it for the same id changes nothing. Returns the current head of the verification.
 * Throws ApiError idempotency_in_progress if another call with the same key and another text was faster.
 */
export async function appendRequest(
  dependencies: CommandDependencies,
  caller: Caller,
  order: VerificationOrder,
): Promise<VerificationHead> {
  const { verifications, vault, clock, secrets, settings } = dependencies;
  const { verification_id } = order;
  const now = clock.now();
  const createdAt = new Date(now).toISOString();
  const expiresAt = new Date(now + order.retention.retention_hours * 3_600_000).toISOString();
  const dueAt = keyDueAt({ ...order.retention, expires_at: expiresAt }, settings.syncTimeoutMs);
  const { organization_id } = caller;
  const { zero_retention: ephemeral } = order.retention;
  const [texts, engine] = await Promise.all([
    createTexts(verifications, verification_id, { organization_id, expires_at: dueAt, ephemeral }),
    dependencies.engineOf(organization_id),
  ]);
  // Before the request, which names them: whoever reads it finds them.
  const { sources = [], known_inputs = [] } = order;
  const owner = { id: verification_id, texts };
  if (sources.length > 0) await storeGivenSources(dependencies, owner, sources, dueAt);
  if (known_inputs.length > 0) await storeKnownInputs(dependencies, owner, known_inputs, dueAt);
  const executed = await verifications.execute(
    verification_id,
    {
      type: 'RequestVerification',
      data: {
        verification_id,
        organization_id,
        request_id: caller.metadata.request_id,
        kind: order.kind,
        created_at: createdAt,
        expires_at: expiresAt,
        ...order.retention,
        profile: order.profile,
        mode: order.mode,
        source_set_id: order.source_set_id,
        policy: order.policy,
        engine,
        content_fingerprint: keyedHash(secrets.fingerprint, organization_id, order.content),
        characters: codePoints(order.content),
        bytes: order.bytes,
        cost_cents: order.cost_cents,
        key_id: caller.key_id,
        ...(sources.length > 0 && { sources_given: describeGivenSources(sources) }),
        ...(order.within && { within: order.within }),
        ...(caller.project_id !== null && { project_id: caller.project_id }),
        content: texts.sealText(verification_id, SEALED.content, order.content),
        question: texts.sealText(verification_id, SEALED.question, order.question),
      },
      ...(order.generated && { generated: order.generated }),
    },
    { metadata: { ...caller.metadata, correlation_id: verification_id }, expectNew: true },
  );
  const { head } = executed.accepted ? executed.state : (await verifications.load(verification_id)).state;
  // Creating the key again has moved its due date; move it back to that of the stored request.
  if (!(executed.accepted && executed.changed) && head.request !== null) {
    await vault.reschedule(verification_id, keyDueAt(head.request, settings.syncTimeoutMs));
  }
  if (!executed.accepted) throw new ApiError('idempotency_in_progress', { retryAfter: 2 });
  return head;
}

/**
 * A zero-retention request expires when it is created; its key lives as long as the caller may wait for the response.
 */
function keyDueAt(
  { zero_retention, expires_at }: { zero_retention: boolean; expires_at: string },
  syncTimeoutMs: number,
): string {
  return zero_retention ? new Date(Date.parse(expires_at) + syncTimeoutMs).toISOString() : expires_at;
}

/**
 * Creates the data key. The id may belong to an earlier call with the same idempotency key that failed after creating
 * its key. If that key has expired by now, only a new idempotency key helps, because an id never gets a second data
 * key.
 */
async function createTexts(
  verifications: VerificationStreams,
  id: string,
  options: DataKeyOptions,
): Promise<VerificationTexts> {
  try {
    return await verifications.createTexts(id, options);
  } catch (error) {
    if (!(error instanceof KeyVaultError && error.code === 'key_destroyed')) throw error;
    throw new ApiError('idempotency_result_not_retained');
  }
}

/**
 * Erases the text of a zero-retention verification after the response was made. Appends the event first: a destroyed
 * key is no longer due, so the expiry watch would not record the end of the verification.
 */
export async function forget(dependencies: CommandDependencies, caller: Caller, verificationId: string): Promise<void> {
  const { verifications, clock } = dependencies;
  await verifications.execute(
    verificationId,
    {
      type: 'ExpireVerification',
      reason: 'zero_retention',
      expired_at: new Date(clock.now()).toISOString(),
    },
    { metadata: { ...caller.metadata, correlation_id: verificationId } },
  );
  await forgetNowOrLater(verifications, verificationId);
}

/**
 * Destroys the key. If the erasure is blocked, the erase stage finishes it; the key is unreadable from the first
 * attempt on.
 */
async function forgetNowOrLater(verifications: VerificationStreams, verificationId: string): Promise<void> {
  try {
    await verifications.forget([verificationId]);
  } catch (error) {
    if (!(error instanceof KeyVaultError && error.code === 'erasure_blocked')) throw error;
  }
}
