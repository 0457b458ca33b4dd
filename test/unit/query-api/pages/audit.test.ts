import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';
import { auditPage } from '#query-api/pages/audit.ts';

const RECORDS = 100_000;

/** A chain as the store reads it, whose records are made when they are read. */
function chain() {
  let read = 0;
  const recordAt = (revision: number) =>
    ({
      id: `event-${revision}`,
      type: registry.storedType('AuditRecorded'),
      data: {
        organization_id: 'org_1',
        record: {
          ...{ id: `aud_${revision}`, seq: revision + 1, occurred_at: '2026-03-01T10:00:00.000Z' },
          ...{ actor: { type: 'user', id: 'usr_1' }, action: 'keyIssued', target: { type: 'key', id: 'key_1' } },
          ...{ outcome: 'accepted', ip: null, request_id: 'req_1', prev_hash: 'a', hash: 'b' },
        },
        source_position: '1',
      },
      metadata: {},
      revision,
    }) as unknown as RecordedEvent;
  const events = {
    async readStream(
      stream: string,
      { from, limit = 1, direction }: { from?: number; limit?: number; direction?: string } = {},
    ) {
      if (stream !== 'audit-org_1') return [];
      const first = direction === 'backwards' ? Math.max(0, RECORDS - limit) : (from ?? 0);
      const length = Math.max(0, Math.min(limit, RECORDS - first));
      const page = Array.from({ length }, (_, i) => recordAt(first + i));
      read += length;
      return direction === 'backwards' ? page.reverse() : page;
    },
  };
  return {
    events,
    takeRead() {
      const before = read;
      read = 0;
      return before;
    },
  };
}

test('100,000 audit records are paged newest first, reading only what is shown', async () => {
  const { events, takeRead } = chain();
  let expected = RECORDS;
  for (let after: string | null | undefined; after !== null; ) {
    const { data, next } = await auditPage({ events }, 'org_1', { limit: 70, after });
    assert.equal(takeRead(), data.length);
    for (const { seq } of data) assert.equal(seq, expected--);
    after = next;
  }
  assert.equal(expected, 0);
});

test('an organization without records has an empty page', async () => {
  const { events } = chain();
  assert.deepEqual(await auditPage({ events }, 'org_2', { limit: 10 }), { data: [], next: null });
});
