/** Derives the audit chains again from the log, to compare them with the stored ones. */
import { type EventStore, type Position, START } from '#contracts/ports/event-store.ts';
import { type ChainHead, EMPTY_CHAIN, headAfter, nextRecord } from '#domain/audit/chain.ts';
import type { AuditRecord } from '#domain/audit/events.ts';
import { readAuditRecords } from '#streams/audit-trail.ts';
import { AUDITED_EVENTS, readableEntryOf } from './follower.ts';

const PAGE = 500;

export interface DerivedRecord {
  organization_id: string;
  record: AuditRecord;
}

/**
 * Yields the records of all organizations in log order, as a follower that starts from the beginning would create them.
 */
export async function* deriveRecords(events: Pick<EventStore, 'readAll'>): AsyncGenerator<DerivedRecord> {
  const heads = new Map<string, ChainHead>();
  for (let after: Position = START; ; ) {
    const page = await events.readAll({ after, limit: PAGE, filter: AUDITED_EVENTS });
    for (const event of page.events) {
      const told = readableEntryOf(event);
      if (told === null) continue;
      const { organization_id, entry } = told;
      const record = nextRecord(heads.get(organization_id) ?? EMPTY_CHAIN, event, entry);
      heads.set(organization_id, headAfter(record));
      yield { organization_id, record };
    }
    if (page.at_end) return;
    after = page.position;
  }
}

/** Returns the ends of the derived chains, by organization. */
export async function deriveHeads(events: Pick<EventStore, 'readAll'>): Promise<Map<string, ChainHead>> {
  const heads = new Map<string, ChainHead>();
  for await (const { organization_id, record } of deriveRecords(events)) heads.set(organization_id, headAfter(record));
  return heads;
}

/** Number of an organization's first stored record that differs from the log; null if there is none. */
export async function firstDifference(
  events: Pick<EventStore, 'readAll' | 'readStream'>,
  organizationId: string,
): Promise<number | null> {
  let stored: AuditRecord[] = [];
  for await (const { organization_id, record } of deriveRecords(events)) {
    if (organization_id !== organizationId) continue;
    const at = (record.seq - 1) % PAGE;
    if (at === 0) stored = await readAuditRecords(events, organizationId, { from: record.seq, limit: PAGE });
    if (stored[at]?.hash !== record.hash) return record.seq;
  }
  return null;
}
