/** Makes events that leave audit records, and follows a log with the audit follower. */
import { setTimeout as delay } from 'node:timers/promises';
import { systemTimers } from '#common/time.ts';
import type { EventMetadata, EventStore, NewEvent, RecordedEvent } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { type Checkpoint, createCheckpointSigner } from '#domain/audit/checkpoint.ts';
import type { AuditRecord } from '#domain/audit/events.ts';
import { checkpointLine, EXPORT_HEADER, recordLine } from '#domain/audit/export-file.ts';
import { encodeEvent } from '#domain/events/registry.ts';
import { createAuditFollower } from '#pipeline/audit/follower.ts';
import { readAuditRecords } from '#streams/audit-trail.ts';
import { METADATA } from './verification-history.ts';

export const SIGNER = createCheckpointSigner(new Uint8Array(32).fill(7));

let made = 0;

/** An event of the given organization that leaves a record. */
export function revocation(organization_id: string, metadata: Partial<EventMetadata> = {}): NewEvent {
  made++;
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const data = { key_id: `key_${made}`, revoked_at: '2026-03-01T10:00:00.000Z' };
  return {
    id,
    ...encodeEvent({ type: 'KeyRevoked', data }),
    metadata: { ...METADATA, organization_id, request_id: `req_${made}`, ...metadata },
  };
}

/** Appends each event to its own stream, like commands on different resources. */
export async function appendAll(events: EventStore, batch: readonly NewEvent[]): Promise<void> {
  for (const event of batch) await events.append(`api-key-${event.id}`, 'no_stream', [event]);
}

const LOOK_MS = 5;

/** Timers that fire at once. */
const AT_ONCE = { ...systemTimers, after: (_: number, callback: () => void) => systemTimers.after(0, callback) };

export interface FollowOptions {
  events: EventStore;
  values: ServerValues;
  onUnreadable?: (event: RecordedEvent) => void;
}

/** Follows the log until every event that leaves a record has left one. Rejects if the follower fails. */
export async function followToEnd({ events, values, onUnreadable = () => {} }: FollowOptions): Promise<void> {
  const stopping = new AbortController();
  const follower = createAuditFollower({ events, values, timers: AT_ONCE, onUnreadable });
  const following = follower.follow(stopping.signal);
  const end = await events.head();
  const reached = (async () => {
    while ((await follower.position()) < end && !stopping.signal.aborted) await delay(LOOK_MS);
  })();
  await Promise.race([reached, following]).finally(() => stopping.abort());
  await following;
}

export function allRecords(events: EventStore, organizationId: string): Promise<AuditRecord[]> {
  return readAuditRecords(events, organizationId, { from: 1, limit: 10_000 });
}

/** The lines of an export of these chains, in order. */
export function exportLines(chains: Readonly<Record<string, readonly AuditRecord[]>>, signer = SIGNER): string[] {
  const ends: Checkpoint['chains'] = Object.entries(chains).map(([organization_id, records]) => {
    const { seq, hash } = records.at(-1)!;
    return { organization_id, seq, hash };
  });
  const records = Object.entries(chains).flatMap(([id, chain]) => chain.map((record) => recordLine(id, record)));
  const signed = signer.sign({ issued_at: '2026-03-02T00:00:00.000Z', chains: ends });
  return [EXPORT_HEADER, ...records, checkpointLine(signed)];
}
