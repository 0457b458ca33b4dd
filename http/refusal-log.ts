/**
 * Records refused calls as events, from which the audit trail is derived. Only calls with a valid key are recorded, and
 * only refusals because of missing rights or missing resources: invalid input, limits and failures of the service leave
 * no event. The number is limited, because nobody pays for storing them.
 */
import { LRUCache } from 'lru-cache';
import { newTraceparent } from '#common/traceparent.ts';
import type { Operation } from '#contracts/http/operation.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Counters } from '#contracts/ports/counters.ts';
import type { EventStore, NewEvent } from '#contracts/ports/event-store.ts';
import { type AuditEvent, refusalStream, type Target } from '#domain/audit/events.ts';
import { encodeEvent } from '#domain/events/registry.ts';
import { newEventId } from '#domain/ids.ts';
import { actorOf, type RequestContext } from './context.ts';

/** Recorded refusals per key and minute: as many as the key may make unmetered calls. */
const PER_KEY_AND_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Recorded refusals per organization and hour: about a megabyte. */
const PER_ORGANIZATION_AND_HOUR = 1_000;
const HOUR_MS = 3_600_000;
/** Keys and organizations that are known to be over their limit, some hundred bytes each. */
const MAX_CACHED = 10_000;

export interface RefusedCall {
  operation: { operationId: string; method: Operation['method'] | 'PUT' };
  context: RequestContext;
  /** The path parameters of the call, unchecked. Values that are not ids of the service are not recorded. */
  params: unknown;
  status: number;
  /** Code of the error. */
  code: string;
}

export interface RefusalLog {
  /** Resolves when the refusal is recorded, if it has to be. Never rejects. */
  record(call: RefusedCall): Promise<void>;
}

export interface RefusalLogDependencies {
  events: Pick<EventStore, 'append'>;
  counters: Counters;
  clock: Clock;
  /** Called when a refusal could not be recorded. */
  onFailure(error: unknown, context: RequestContext): void;
  limits?: { perKeyAndMinute: number; perOrganizationAndHour: number };
}

export function createRefusalLog(dependencies: RefusalLogDependencies): RefusalLog {
  const { events, clock, onFailure } = dependencies;
  const limiter = createLimiter(dependencies);
  return {
    async record(call) {
      if (!leavesRecord(call)) return;
      const { context, operation, code, params } = call;
      const { organization_id } = context.principal;
      try {
        const allowed = await limiter.allow(context.principal);
        if (!allowed.record) return;
        const refused_at = new Date(clock.now()).toISOString();
        const target = targetOf(params, organization_id);
        const data = { organization_id, operation: operation.operationId, code, target, refused_at };
        const refused: AuditEvent[] = [{ type: 'CommandRefused', data }];
        for (const { target, until } of allowed.usedUp) {
          refused.push({ type: 'RefusalsOmitted', data: { organization_id, target, until } });
        }
        await events.append(refusalStream(newEventId()), 'no_stream', toStored(refused, context));
      } catch (error) {
        onFailure(error, context);
      }
    },
  };
}

/**
 * A read that finds nothing is not recorded, but a read without permission is. A call that waits for a first one with
 * the same key is not: the first one leaves its own record.
 */
function leavesRecord({ operation, status, code }: RefusedCall): boolean {
  if (status === 403) return true;
  return operation.method !== 'GET' && [404, 409, 410].includes(status) && code !== 'idempotency_in_progress';
}

const TARGETS: Readonly<Record<string, string>> = {
  ver: 'verification',
  clm: 'claim',
  org: 'organization',
  key: 'api_key',
  usr: 'user',
  prj: 'project',
  ses: 'session',
  pol: 'policy',
  srs: 'source_set',
  src: 'source_resource',
  pcn: 'provider_connection',
  whk: 'webhook',
  job: 'document_job',
};
const ID = /^(?<prefix>[a-z]{3})_[0-9a-f]{32}$/;

/** The innermost resource that the path names, whether or not it exists; without one, the organization. */
function targetOf(params: unknown, organizationId: string): Target {
  const ids = Object.values((params ?? {}) as Record<string, unknown>).reverse();
  for (const id of ids) {
    const prefix = ID.exec(String(id))?.groups?.prefix;
    if (prefix !== undefined) return { type: TARGETS[prefix] ?? prefix, id: String(id) };
  }
  return { type: 'organization', id: organizationId };
}

function toStored(events: readonly AuditEvent[], context: RequestContext): NewEvent[] {
  const { principal, ip, request_id } = context;
  const metadata = {
    actor: actorOf(principal),
    ip,
    request_id,
    correlation_id: request_id,
    causation_id: request_id,
    traceparent: context.traceparent || newTraceparent(),
    organization_id: principal.organization_id,
  };
  return events.map((event) => ({ id: newEventId(), ...encodeEvent(event), metadata }));
}

interface Allowed {
  record: boolean;
  /** Limits that were reached with this refusal. */
  usedUp: { target: Target; until: string }[];
}

/**
 * Counts refusals. Skips the counters for keys and organizations that are known to be over their limit, so that a flood
 * of refusals does not reach the store.
 */
function createLimiter({ counters, clock, limits }: RefusalLogDependencies) {
  const { perKeyAndMinute = PER_KEY_AND_MINUTE, perOrganizationAndHour = PER_ORGANIZATION_AND_HOUR } = limits ?? {};
  const over = new LRUCache<string, number>({ max: MAX_CACHED });

  async function hit(target: Target, limit: number, windowMs: number, allowed: Allowed): Promise<void> {
    const now = clock.now();
    if (!allowed.record) return;
    if ((over.get(target.id) ?? 0) > now) {
      allowed.record = false;
      return;
    }
    const state = await counters.hit(`refusals:${target.id}`, limit, windowMs, now);
    allowed.record = state.allowed;
    if (state.remaining > 0) return;
    const untilMs = now + state.reset_seconds * 1_000;
    over.set(target.id, untilMs);
    if (state.allowed) allowed.usedUp.push({ target, until: new Date(untilMs).toISOString() });
  }

  return {
    async allow({ key_id, organization_id }: RequestContext['principal']): Promise<Allowed> {
      const allowed: Allowed = { record: true, usedUp: [] };
      await hit({ type: 'api_key', id: key_id }, perKeyAndMinute, MINUTE_MS, allowed);
      await hit({ type: 'organization', id: organization_id }, perOrganizationAndHour, HOUR_MS, allowed);
      return allowed;
    },
  };
}
