/** The hash chain of an organization's audit records. */
import { hash as digest } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { derivedId } from '../ids.ts';
import type { AuditEntry } from './entries.ts';
import type { AuditRecord } from './events.ts';

/** The end of a chain. */
export interface ChainHead {
  /** Number of records. */
  seq: number;
  hash: string;
  /** Time of the last record; '' for an empty chain. */
  occurred_at: string;
}

/** Stands for the hash of the record before the first. */
export const NO_HASH = '0'.repeat(64);

/** The head of a chain without records. */
export const EMPTY_CHAIN: ChainHead = { seq: 0, hash: NO_HASH, occurred_at: '' };

/** SHA-256 over `prev_hash` and the RFC 8785 JSON of all other fields but `hash`; lower-case hex. */
export function hashOf({ hash: _, prev_hash, ...hashed }: AuditRecord): string {
  return digest('sha256', prev_hash + canonicalize(hashed), 'hex');
}

/**
 * Creates the next record of a chain, for the entry of `source`. The result depends on the arguments only, so
 * that a chain can be derived again from the log.
 */
export function nextRecord(
  head: ChainHead,
  source: Pick<RecordedEvent, 'id' | 'recorded_at' | 'metadata'>,
  { action, target, outcome }: AuditEntry,
): AuditRecord {
  const { actor, ip, request_id } = source.metadata;
  // Clocks of servers may differ or be set back, so times are only kept from decreasing; the order is that of the log.
  const recordedAt = new Date(source.recorded_at).toISOString();
  const isTooEarly = recordedAt < head.occurred_at;
  const record = {
    id: derivedId('aud', source.id, 'audit'),
    seq: head.seq + 1,
    occurred_at: isTooEarly ? head.occurred_at : recordedAt,
    actor: { type: actor.type, id: actor.id },
    action,
    target,
    outcome,
    ip,
    request_id,
    prev_hash: head.hash,
    hash: '',
  };
  return { ...record, hash: hashOf(record) };
}

/** The head of the chain that ends with `record`. */
export function headAfter({ seq, hash, occurred_at }: AuditRecord): ChainHead {
  return { seq, hash, occurred_at };
}

/** Whether a record has the hash of its own contents and follows the head. */
export function follows(head: ChainHead, record: AuditRecord): boolean {
  return (
    record.seq === head.seq + 1 &&
    record.prev_hash === head.hash &&
    record.occurred_at >= head.occurred_at &&
    record.hash === hashOf(record)
  );
}
