import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineEvent } from '#domain/events/definition.ts';
import { createEventRegistry, decodeEvent, UnreadableEventError } from '#domain/events/registry.ts';

test('old stored types are read as the current one, step by step', () => {
  const Renamed = defineEvent('PriceSet', 3, z.object({ cents: z.int(), currency: z.string() }));
  const registry = createEventRegistry(
    [Renamed],
    [
      { from: 'PriceChanged.v1', to: 'PriceSet.v2', up: (data) => ({ cents: Number(data.price) * 100 }) },
      { from: 'PriceSet.v2', to: 'PriceSet.v3', up: (data) => ({ ...data, currency: 'EUR' }) },
    ],
  );
  assert.deepEqual(registry.decode({ type: 'PriceChanged.v1', data: { price: 3 } }), {
    type: 'PriceSet',
    data: { cents: 300, currency: 'EUR' },
  });
  assert.deepEqual(registry.storedTypes(['PriceSet']).sort(), ['PriceChanged.v1', 'PriceSet.v2', 'PriceSet.v3']);
  assert.equal(registry.storedType('PriceSet'), 'PriceSet.v3');
});

test('a session from before password changes belongs to the first password', () => {
  const data = {
    session_id: 'ses_1',
    organization_id: 'org_1',
    user_id: 'usr_1',
    key: null,
    token_hash: 'h',
    revocations: 0,
    started_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-01T12:00:00.000Z',
  };
  const event = decodeEvent({ type: 'SessionStarted.v1', data });
  assert.deepEqual(event, { type: 'SessionStarted', data: { ...data, password_changes: 0 } });
});

test('an invitation of before addresses were sealed is read on, its address in clear', () => {
  const data = { user_id: 'usr_1', role: 'viewer', token_hash: 'h', invited_at: 'a time', expires_at: 'a later one' };
  const event = decodeEvent({ type: 'MemberInvited.v1', data: { ...data, email: 'ada@example.org' } });
  assert.deepEqual(event, { type: 'MemberInvited', data: { ...data, address: { clear: 'ada@example.org' } } });
});

test('an unknown type is skipped; a damaged event is an error that names no values', () => {
  assert.equal(decodeEvent({ type: 'ClaimTranslated.v1', data: {} }), null);
  assert.throws(
    () => decodeEvent({ type: 'KeyRevoked.v1', data: { key_id: 'secret-looking', revoked_at: 7 } }),
    (error) => error instanceof UnreadableEventError && !error.message.includes('secret-looking'),
  );
});

test('fields that a newer version added are dropped, not an error', () => {
  const event = decodeEvent({ type: 'KeyRevoked.v1', data: { key_id: 'key_1', revoked_at: 'x', reason: 'new' } });
  assert.deepEqual(event, { type: 'KeyRevoked', data: { key_id: 'key_1', revoked_at: 'x' } });
});
