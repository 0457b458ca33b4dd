/**
 * Turns a valid request into an order that can be admitted: resolves profile and retention, checks the source set,
 * takes hold of the idempotency key. Nothing is counted or written yet, apart from the hold.
 */
import { ApiError, type ValidationDetail } from '#contracts/errors.ts';
import { charactersOf, type GivenSource, GivenSources, MOST_SOURCE_CHARACTERS } from '#contracts/given-sources.ts';
import { newId } from '#domain/ids.ts';
import { ORGANIZATION, type OrganizationState } from '#domain/organization/decider.ts';
import { costCents } from '#domain/tariff.ts';
import { validate, valueError } from '#http/validation.ts';
import { load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { ownedSourceSet } from '../source-sets/commands.ts';
import type { ResolvedProfile } from './applied-policy.ts';
import {
  beginIdempotent,
  type HeldLease,
  type IdempotencyRefusal,
  type IdempotentCall,
  idempotentCall,
} from './idempotency.ts';
import { type AskedVerification, effectiveRetention, type Retention, type VerificationOrder } from './request.ts';

/** A validated request of any operation that verifies text. */
export type VerifyInput = AskedVerification & Retention;

/** The run of a verification that a call is to begin. */
export interface HeldRun {
  outcome: 'run';
  start: 'append' | 'restart';
  run: number;
  call: IdempotentCall | null;
  /** null: the call has no key. */
  lease: HeldLease | null;
}

type NotRun =
  | { outcome: 'replay'; verification_id: string; call: IdempotentCall }
  /** `running`: the verification that an earlier call with the same key has begun and that still runs. */
  | { outcome: 'refused'; error: ApiError; running?: string };

export type RunnableOrder = HeldRun & { order: VerificationOrder };

export type Prepared = RunnableOrder | NotRun;

/** Marks a response as that of an earlier call with the same key. */
export const REPLAYED_HEADER = { 'idempotency-replayed': 'true' };

export interface IdempotencyOptions {
  /** The caller's Idempotency-Key, or null. */
  key: string | null;
  /** Method and route; batch children add their index. */
  endpoint: string;
  /** The parsed body, to tell a changed request from a repeated one. */
  body: unknown;
}

/** Loads the organization that the caller acts in. */
export async function loadOrganization(
  dependencies: Pick<CommandDependencies, 'events'>,
  caller: Caller,
): Promise<OrganizationState> {
  const { state } = await load(dependencies.events, ORGANIZATION, caller.organization_id);
  if (state.organization === null) throw new ApiError('not_found');
  return state;
}

/** The 422 detail for a profile that is neither a base profile nor an active policy. */
export function unknownProfile(loc: (string | number)[], profile: string): ValidationDetail {
  return valueError(loc, 'profile must be a base profile or the name of an active policy of the organization', profile);
}

export async function prepare(
  dependencies: CommandDependencies,
  caller: Caller,
  organization: OrganizationState,
  resolved: ResolvedProfile,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
): Promise<Prepared> {
  const { key, endpoint, body } = idempotency;
  if (input.sources !== undefined) checkSources(input.sources);
  const call = key === null ? null : idempotentCall(dependencies.secrets.fingerprint, caller, endpoint, key, body);
  const sourceSetId = input.source_set_id ?? resolved.source_set_id;
  if (sourceSetId !== null && (await ownedSourceSet(dependencies, caller, sourceSetId)) === null) {
    return refused(await sourceSetRefusal(dependencies, call));
  }

  const held = await holdRun(dependencies, call);
  if (held.outcome !== 'run') return held;
  const { verification_id, ...run } = held;
  return { ...run, order: orderOf(dependencies, organization, resolved, input, verification_id) };
}

/** Throws ApiError validation_error for too many sources, too long ones, or ones without text. */
function checkSources(sources: readonly GivenSource[]): void {
  const checked = validate(GivenSources, 'body', sources);
  if (!checked.success) throw new ApiError('validation_error', { detail: checked.detail });
  const characters = charactersOf(sources);
  if (characters <= MOST_SOURCE_CHARACTERS) return;
  const explanation = `all sources together may have ${MOST_SOURCE_CHARACTERS} characters, not ${characters}`;
  throw new ApiError('validation_error', { detail: [valueError(['body', 'sources'], explanation, null)] });
}

/** Takes hold of the call's idempotency key, if it has one, and tells how it continues. */
export async function holdRun(
  dependencies: CommandDependencies,
  call: IdempotentCall | null,
): Promise<(HeldRun & { verification_id: string }) | NotRun> {
  const newVerificationId = newId('ver');
  if (call === null) {
    return { outcome: 'run', start: 'append', run: 1, call, lease: null, verification_id: newVerificationId };
  }
  const begun = await beginIdempotent(dependencies, call, newVerificationId);
  if (begun.next === 'refuse') {
    const { code, running } = begun;
    return { ...refused(code), ...(running !== undefined && { running }) };
  }
  const { verification_id } = begun;
  if (begun.next === 'replay') return { outcome: 'replay', verification_id, call };
  const { next: start, run, lease } = begun;
  return { outcome: 'run', start, run, call, lease, verification_id };
}

/** The order to verify `input`, whose profile has been resolved. */
export function orderOf(
  { settings }: Pick<CommandDependencies, 'settings'>,
  organization: OrganizationState,
  resolved: ResolvedProfile,
  input: VerifyInput,
  verificationId: string,
): VerificationOrder {
  const bytes = Buffer.byteLength(input.content);
  return {
    verification_id: verificationId,
    kind: input.kind,
    content: input.content,
    question: input.question,
    profile: input.profile,
    policy: resolved.policy,
    mode: input.mode,
    source_set_id: input.source_set_id ?? resolved.source_set_id,
    ...(input.sources && { sources: input.sources }),
    ...(input.within && { within: input.within }),
    ...(input.known_inputs && { known_inputs: input.known_inputs }),
    retention: effectiveRetention(input, organization.settings),
    bytes,
    cost_cents: costCents(bytes, settings.tariff),
  };
}

function refused(code: IdempotencyRefusal | 'not_found'): Extract<NotRun, { outcome: 'refused' }> {
  const error = new ApiError(code, code === 'idempotency_in_progress' ? { retryAfter: 2 } : {});
  return { outcome: 'refused', error };
}

/**
 * Returns the refusal of a call that names a missing source set. Nothing is recorded for the idempotency key: the
 * service creates the ids and never deletes sets, so a repeated call gets the same refusal, and endless calls with
 * missing sets fill no store. A key that is bound to another request is a conflict, as always.
 */
async function sourceSetRefusal(
  { operations, clock }: CommandDependencies,
  call: IdempotentCall | null,
): Promise<'idempotency_key_conflict' | 'not_found'> {
  if (call === null) return 'not_found';
  const record = await operations.idempotency.find(call.scope, new Date(clock.now()).toISOString());
  return record === null || record.fingerprint === call.fingerprint ? 'not_found' : 'idempotency_key_conflict';
}
