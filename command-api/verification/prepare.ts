/**
 * From a valid request to an order that can be admitted: profile and retention resolved, what it refers to found,
 * idempotency claimed. Nothing is counted or written yet, apart from the idempotency claim.
 */
import { ApiError, type ValidationDetail } from '#contracts/errors.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import { newId } from '#domain/ids.ts';
import { type OrganizationState, organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { costCents } from '#domain/tariff.ts';
import { valueError } from '#http/validation.ts';
import { loadStream } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { ownedSourceSet } from '../source-sets/commands.ts';
import type { ResolvedProfile } from './applied-policy.ts';
import { beginIdempotent, type IdempotencyRefusal, type IdempotentCall, idempotentCall } from './idempotency.ts';
import { effectiveRetention, type VerificationOrder } from './request.ts';

/** A validated request of any of the operations that verify text. */
export interface VerifyInput {
  kind: 'text' | 'claim';
  content: string;
  question: string;
  profile: string;
  mode: Mode;
  retention_hours: number;
  zero_retention: boolean;
  source_set_id: string | null;
}

export type Prepared =
  | {
      outcome: 'run';
      order: VerificationOrder;
      start: 'append' | 'restart';
      run: number;
      call: IdempotentCall | null;
      /** Lease of the call's claim, if no earlier call had the key. */
      claimed_until: string | null;
    }
  | { outcome: 'replay'; verification_id: string; call: IdempotentCall }
  | { outcome: 'refused'; error: ApiError };

/** Says that an answer is that of an earlier call with the same key. */
export const REPLAYED_HEADER = { 'idempotency-replayed': 'true' };

export interface IdempotencyOptions {
  /** The caller's Idempotency-Key, or null. */
  key: string | null;
  /** Method and route; batch children add their index. */
  endpoint: string;
  /** The body as parsed, for telling a changed request from a repeated one. */
  body: unknown;
}

/** The organization that the caller acts in. */
export async function loadOrganization(dependencies: CommandDependencies, caller: Caller): Promise<OrganizationState> {
  const { state } = await loadStream(
    dependencies.events,
    organizationDecider,
    organizationStream(caller.organization_id),
  );
  if (state.organization === null) throw new ApiError('not_found');
  return state;
}

/** What a 422 says of a profile that is neither a base profile nor an active policy. */
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
  const call = key === null ? null : idempotentCall(dependencies.secrets.fingerprint, caller, endpoint, key, body);
  const sourceSetId = input.source_set_id ?? resolved.source_set_id;
  if (sourceSetId !== null && (await ownedSourceSet(dependencies, caller, sourceSetId)) === null) {
    return refused(await sourceSetRefusal(dependencies, call));
  }

  let verificationId = newId('ver');
  let start: 'append' | 'restart' = 'append';
  let run = 1;
  let claimedUntil: string | null = null;
  if (call !== null) {
    const begun = await beginIdempotent(dependencies, call, verificationId);
    if (begun.next === 'refuse') return refused(begun.code);
    verificationId = begun.verification_id;
    if (begun.next === 'replay') return { outcome: 'replay', verification_id: verificationId, call };
    start = begun.next;
    run = begun.run;
    claimedUntil = begun.claimed_until;
  }

  const bytes = Buffer.byteLength(input.content);
  return {
    outcome: 'run',
    start,
    run,
    call,
    claimed_until: claimedUntil,
    order: {
      verification_id: verificationId,
      kind: input.kind,
      content: input.content,
      question: input.question,
      profile: input.profile,
      policy: resolved.policy,
      mode: input.mode,
      source_set_id: sourceSetId,
      retention: effectiveRetention(input, organization.settings),
      bytes,
      cost_cents: costCents(bytes, dependencies.settings.tariff),
    },
  };
}

function refused(code: IdempotencyRefusal | 'not_found'): Prepared {
  const error = new ApiError(code, code === 'idempotency_in_progress' ? { retryAfter: 2 } : {});
  return { outcome: 'refused', error };
}

/**
 * What a call that names an absent source set is told. Nothing is recorded of it: ids are made by the service and sets stay,
 * so that a repeated call is told the same, and whoever names absent sets without end fills no store. A key that another
 * request has bound is a conflict, as ever.
 */
async function sourceSetRefusal(
  { operations, clock }: CommandDependencies,
  call: IdempotentCall | null,
): Promise<'idempotency_key_conflict' | 'not_found'> {
  if (call === null) return 'not_found';
  const record = await operations.idempotency.find(call.scope, new Date(clock.now()).toISOString());
  return record === null || record.fingerprint === call.fingerprint ? 'not_found' : 'idempotency_key_conflict';
}
