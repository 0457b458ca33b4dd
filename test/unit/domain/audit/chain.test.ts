import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { EMPTY_CHAIN, follows, hashOf, headAfter, nextRecord } from '#domain/audit/chain.ts';
import { AUDITED_TYPES, type AuditEntry } from '#domain/audit/entries.ts';

const ENTRY: AuditEntry = { action: 'policy.created', target: { type: 'policy', id: 'pol_1' }, outcome: 'accepted' };

function source(id: string, recorded_at: string) {
  const actor = { type: 'api_key' as const, id: 'key_1' };
  const metadata = {
    actor,
    ip: '192.0.2.1',
    request_id: 'mine',
    correlation_id: 'mine',
    causation_id: 'mine',
    traceparent: '',
    organization_id: 'org_1',
  };
  return { id, recorded_at, metadata };
}

test('a hash is that of the predecessor and the sorted JSON of the record', () => {
  const record = nextRecord(EMPTY_CHAIN, source('a', '2026-03-01T10:00:00.000Z'), ENTRY);
  const json =
    '{"action":"policy.created","actor":{"id":"key_1","type":"api_key"},' +
    `"id":"${record.id}","ip":"192.0.2.1","occurred_at":"2026-03-01T10:00:00.000Z","outcome":"accepted",` +
    '"request_id":"mine","seq":1,"target":{"id":"pol_1","type":"policy"}}';
  assert.equal(record.prev_hash, '0'.repeat(64));
  assert.equal(
    record.hash,
    createHash('sha256')
      .update('0'.repeat(64) + json)
      .digest('hex'),
  );
  assert.match(record.id, /^aud_[0-9a-f]{12}5[0-9a-f]{19}$/);
});

test('times never decrease along a chain, whatever the clocks', () => {
  const first = nextRecord(EMPTY_CHAIN, source('a', '2026-03-01T10:00:00.000Z'), ENTRY);
  const second = nextRecord(headAfter(first), source('b', '2026-03-01T09:00:00.000Z'), ENTRY);
  assert.equal(second.occurred_at, first.occurred_at);
  const third = nextRecord(headAfter(second), source('c', '2026-03-01T11:00:00.000Z'), ENTRY);
  assert.equal(third.occurred_at, '2026-03-01T11:00:00.000Z');
  assert.ok(follows(headAfter(second), third));
  assert.ok(!follows(headAfter(first), third));
  const forged = { ...third, occurred_at: '2026-03-01T08:00:00.000Z' };
  assert.ok(!follows(headAfter(second), { ...forged, hash: hashOf(forged) }));
});

test('what stages do between request and end leaves no record', () => {
  assert.ok(AUDITED_TYPES.includes('VerificationRequested'));
  assert.ok(AUDITED_TYPES.includes('CommandRefused'));
  for (const name of ['ClaimExtracted', 'ClaimJudged', 'ModelConsulted', 'AuditRecorded'] as const) {
    assert.ok(!AUDITED_TYPES.includes(name), name);
  }
});
