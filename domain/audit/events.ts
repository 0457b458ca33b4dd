/**
 * Stream `audit-<organization id>`: the organization's audit records, each with the hash of the one before it, newest
 * last. Streams `refusal-<id>`: a call that was refused, which leaves no other event. Ids only, never text.
 */
import { z } from 'zod';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

const Target = z.object({ type: z.string(), id: z.string() });
export type Target = z.infer<typeof Target>;

export const AuditRecord = z.object({
  id: z.string(),
  /** 1 for the organization's first record. */
  seq: z.int().min(1),
  /** Never before that of the record before it. */
  occurred_at: Timestamp,
  actor: z.object({ type: z.enum(['api_key', 'user', 'system']), id: z.string() }),
  action: z.string(),
  target: Target,
  outcome: z.enum(['accepted', 'refused']),
  ip: z.string().nullable(),
  request_id: z.string(),
  /** `hash` of the record before it; 64 zeros for the first. Lower-case hex, as `hash`. */
  prev_hash: z.string(),
  /** SHA-256 of `prev_hash` followed by the RFC 8785 JSON of the record without both hashes. */
  hash: z.string(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

export const AuditRecorded = defineEvent(
  'AuditRecorded',
  1,
  z.object({
    organization_id: z.string(),
    record: AuditRecord,
    /** Position of the event that the record was made from. The chain is complete up to this position of the log. */
    source_position: z.string(),
  }),
);

export const CommandRefused = defineEvent(
  'CommandRefused',
  1,
  z.object({
    organization_id: z.string(),
    /** Id of the operation that was called. */
    operation: z.string(),
    /** Error code of the response. */
    code: z.string(),
    target: Target,
    refused_at: Timestamp,
  }),
);

/** Further refusals are not recorded before `until`: their number is limited, so that they can't fill the disk. */
export const RefusalsOmitted = defineEvent(
  'RefusalsOmitted',
  1,
  z.object({
    organization_id: z.string(),
    /** Whose limit was reached: an API key's or the organization's. */
    target: Target,
    until: Timestamp,
  }),
);

export const AUDIT_EVENTS = [AuditRecorded, CommandRefused, RefusalsOmitted] as const;
export type AuditEvent = EventOf<(typeof AUDIT_EVENTS)[number]>;

/** Name of the stream of an organization's audit records. */
export function auditStream(organizationId: string): string {
  return `audit-${organizationId}`;
}

/** Name of the stream of one refused call. */
export function refusalStream(id: string): string {
  return `refusal-${id}`;
}
