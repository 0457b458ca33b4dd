/**
 * From a valid request to an order that can be admitted: profile and retention resolved, idempotency claimed, what it
 * refers to found. Nothing is counted or written yet, apart from the idempotency claim.
 */
import { ApiError, type ValidationDetail } from '#contracts/errors.ts';
import { valueError } from '#contracts/http/validation.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import { newId } from '#domain/ids.ts';
import { type OrganizationState, organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { costCents } from '#domain/tariff.ts';
import { loadStream } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { ownedSourceSet } from '../source-sets/commands.ts';
import type { ResolvedProfile } from './applied-policy.ts';
import { beginIdempotent, type IdempotentCall, idempotentCall, REMEMBERED_MS, rememberError } from './idempotency.ts';
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
  | { outcome: 'refused'; error: ApiError; replayed: boolean };

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
  let verificationId = newId('ver');
  let start: 'append' | 'restart' = 'append';
  let run = 1;
  let call: IdempotentCall | null = null;
  let claimedUntil: string | null = null;

  if (idempotency.key !== null) {
    const { key, endpoint, body } = idempotency;
    call = idempotentCall(dependencies.secrets.fingerprint, caller, endpoint, key, body);
    const begun = await beginIdempotent(dependencies, call, verificationId);
    if (begun.next === 'refuse') {
      const error = new ApiError(begun.code, begun.code === 'idempotency_in_progress' ? { retryAfter: 2 } : {});
      return { outcome: 'refused', error, replayed: false };
    }
    verificationId = begun.verification_id;
    if (begun.next === 'replay') {
      return begun.recorded === null
        ? { outcome: 'replay', verification_id: verificationId, call }
        : {
            outcome: 'refused',
            error: new ApiError(begun.recorded.code, { headers: REPLAYED_HEADER }),
            replayed: true,
          };
    }
    start = begun.next;
    run = begun.run;
    claimedUntil = begun.claimed_until;
  }

  const sourceSetId = input.source_set_id ?? resolved.source_set_id;
  if (sourceSetId !== null && (await ownedSourceSet(dependencies, caller, sourceSetId)) === null) {
    const error = new ApiError('not_found');
    if (call !== null) {
      const expiresAt = new Date(dependencies.clock.now() + REMEMBERED_MS).toISOString();
      await rememberError(dependencies.operations, call, verificationId, { status: 404, code: 'not_found' }, expiresAt);
    }
    return { outcome: 'refused', error, replayed: false };
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
