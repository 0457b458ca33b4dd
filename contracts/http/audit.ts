/** The audit trail of an organization. */
import { z } from 'zod';
import { DateTime, Id, record } from './common.ts';
import { int, query, withDefault } from './fields.ts';

export const AuditQuery = query({
  limit: withDefault(int({ ge: 1, le: 500 }), 100).describe('The most records to list.'),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditEventRecord = record('AuditEvent', {
  id: Id,
  /** 1 for the organization's first record. */
  seq: z.int(),
  occurred_at: DateTime,
  actor: record('AuditActor', { type: z.enum(['api_key', 'user', 'system']), id: Id }),
  action: z.string(),
  target: record('AuditTarget', { type: z.string(), id: Id }),
  outcome: z.enum(['accepted', 'refused']),
  ip: z.string().nullable(),
  request_id: Id,
  prev_hash: z.string(),
  hash: z.string(),
});
export type AuditEventRecord = z.infer<typeof AuditEventRecord>;

/**
 * Where a chain ended at a given time, signed by the service. Keep one to detect later whether records were cut off.
 */
export const SignedAuditCheckpoint = record('SignedAuditCheckpoint', {
  checkpoint: record('AuditCheckpoint', {
    issued_at: DateTime,
    chains: z.array(record('AuditChainEnd', { organization_id: Id, seq: z.int(), hash: z.string() })),
  }),
  public_key: z.string(),
  signature: z.string(),
});

export const AuditEventList = record('AuditEventList', {
  object: z.literal('list'),
  data: z.array(AuditEventRecord),
  has_more: z.boolean(),
  signed_checkpoint: SignedAuditCheckpoint,
});
export type AuditEventList = z.infer<typeof AuditEventList>;
