/**
 * Admits a metered call: quota, concurrency and cost are checked together, all or nothing, before any work starts. A
 * call that verifies nothing, such as a replay, uses no quota and costs nothing; it takes a slot and counts as an
 * unmetered request.
 */
import { ApiError } from '#contracts/errors.ts';
import type { QuotaState } from '#contracts/ports/admission.ts';
import type { OrganizationState } from '#domain/organization/decider.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { countRequest, rateLimitExceeded, rateLimitHeaders } from '#http/rate-limit.ts';
import { organizationLimits } from '#streams/cost-limits.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { costLimitExceeded } from './monthly-limit.ts';
import { type ConcurrencySlot, concurrencySlot } from './slots.ts';

/** The most metered calls that one key may have in progress. */
const MAX_CONCURRENT = 8;
const TOO_MANY_AT_ONCE = `The limit of ${MAX_CONCURRENT} metered calls at a time with this API key is reached.`;
/** An unreleased slot expires this long after the last moment at which its call could still be waiting. */
const SLOT_MARGIN_MS = 10_000;

export interface AdmissionOrder {
  verification_id: string;
  run: number;
  cost_cents: number;
}

export interface Admission {
  quota: QuotaState;
  slot: ConcurrencySlot;
}

/**
 * Counts one request per order. Throws ApiError 429 with headers that say when to retry; nothing is counted or held
 * then.
 */
export async function admit(
  dependencies: CommandDependencies,
  caller: Caller,
  organization: OrganizationState,
  callId: string,
  orders: readonly AdmissionOrder[],
): Promise<Admission> {
  const quota = await count(dependencies, caller, organization, callId, orders);
  const slot = concurrencySlot(dependencies, caller, callId);
  try {
    if (orders.length === 0) await countRequest(dependencies.operations.counters, dependencies.clock, caller);
    return { quota, slot };
  } catch (error) {
    await slot.release();
    throw error;
  }
}

async function count(
  dependencies: CommandDependencies,
  caller: Caller,
  organization: OrganizationState,
  callId: string,
  orders: readonly AdmissionOrder[],
): Promise<QuotaState> {
  const now = dependencies.clock.now();
  const limits = {
    key_monthly_limit_cents: caller.monthly_cost_limit_cents,
    ...(await organizationLimits(dependencies.events, organization, dependencies.settings.freeAllowance)),
  };
  const admission = await dependencies.operations.admission.admit({
    key_id: caller.key_id,
    organization_id: caller.organization_id,
    call_id: callId,
    requests: orders.length,
    quota_per_hour: caller.quota_per_hour,
    max_concurrent: MAX_CONCURRENT,
    reservations: orders.map(({ verification_id, run, cost_cents }) => ({
      reservation_id: reservationId(verification_id, run),
      cost_cents,
    })),
    ...limits,
    lease_until_ms: now + dependencies.settings.syncTimeoutMs + SLOT_MARGIN_MS,
    now_ms: now,
  });
  const { quota } = admission;
  const headers = rateLimitHeaders(quota);
  switch (admission.outcome) {
    case 'admitted':
      return quota;
    case 'rate_limited':
      throw rateLimitExceeded(quota, 'texts per hour of this API key');
    case 'concurrency_limited':
      throw new ApiError('concurrency_limit_exceeded', { message: TOO_MANY_AT_ONCE, retryAfter: 1, headers });
    case 'cost_limited':
      throw costLimitExceeded(limits, now, headers);
  }
}
