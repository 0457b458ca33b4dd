/** Reads the audit records of an organization. */
import type { EventStore, RecordedEvent } from '#contracts/ports/event-store.ts';
import { type ChainHead, EMPTY_CHAIN, headAfter } from '#domain/audit/chain.ts';
import { type AuditRecord, auditStream } from '#domain/audit/events.ts';
import { decodeEvent } from '#domain/events/registry.ts';

type Reader = Pick<EventStore, 'readStream'>;

/** Returns at most `limit` records, beginning with number `from` (1 is the first). */
export async function readAuditRecords(
  events: Reader,
  organizationId: string,
  { from, limit }: { from: number; limit: number },
): Promise<AuditRecord[]> {
  return recordsOf(await events.readStream(auditStream(organizationId), { from: from - 1, limit }));
}

/** The newest records first, at most `limit`. */
export async function readNewestAuditRecords(
  events: Reader,
  organizationId: string,
  limit: number,
): Promise<AuditRecord[]> {
  return recordsOf(await events.readStream(auditStream(organizationId), { direction: 'backwards', limit }));
}

/** The end of an organization's chain, and the log position up to which it is complete; '' for an empty chain. */
export async function readAuditHead(
  events: Reader,
  organizationId: string,
): Promise<{ head: ChainHead; source_position: string }> {
  const [last] = await events.readStream(auditStream(organizationId), { direction: 'backwards', limit: 1 });
  if (last === undefined) return { head: EMPTY_CHAIN, source_position: '' };
  const { record, source_position } = auditRecordedOf(last);
  return { head: headAfter(record), source_position };
}

function recordsOf(recorded: readonly RecordedEvent[]): AuditRecord[] {
  return recorded.map((event) => auditRecordedOf(event).record);
}

function auditRecordedOf(recorded: RecordedEvent) {
  const event = decodeEvent(recorded);
  // A chain with a gap would prove nothing.
  if (event?.type !== 'AuditRecorded') throw new Error(`not an audit record: ${recorded.id}`);
  return event.data;
}
