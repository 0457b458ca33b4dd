import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import type { Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import type { ApiKeyEvent } from '#domain/api-key/events.ts';
import { registry } from '#domain/events/registry.ts';
import type { ApiKeyDocument } from '#projectors/api-keys/document.ts';
import { apiKeysProjection } from '#projectors/api-keys/projection.ts';
import { given } from '#test/support/projection-spec.ts';

const AT = '2026-03-01T10:00:00.000Z';
const LATER = '2026-03-02T10:00:00.000Z';

const EVENTS: ApiKeyEvent[] = [
  {
    type: 'KeyIssued',
    data: {
      key_id: 'key_1',
      organization_id: 'org_1',
      user_id: 'usr_1',
      role: 'owner',
      name: 'Press',
      prefix: 'ev_dev_aa',
      secret_hash: 'hash-1',
      environment: 'development',
      scopes: [],
      quota_per_hour: 100,
      monthly_cost_limit_cents: null,
      allowed_ips: [],
      created_at: AT,
    },
  },
  {
    type: 'KeyRotated',
    data: { key_id: 'key_1', prefix: 'ev_dev_bb', secret_hash: 'hash-2', rotated_at: LATER },
  },
  { type: 'KeyRevoked', data: { key_id: 'key_1', revoked_at: LATER } },
];

const LOG: RecordedEvent[] = EVENTS.map((event, revision) => ({
  id: `event-${revision}`,
  type: registry.storedType(event.type),
  data: event.data as unknown as JsonObject,
  metadata: {} as RecordedEvent['metadata'],
  stream: 'api-key-key_1',
  revision,
  position: `00${revision}` as Position,
  recorded_at: AT,
}));

test('a key is listed with its present prefix, and stays listed when it is revoked', async () => {
  const spec = await given(apiKeysProjection, LOG.slice(0, 2));
  const shown = async () => (await spec.document<ApiKeyDocument>('key_1'))!;
  const rotated = await shown();
  assert.deepEqual(
    [rotated.name, rotated.prefix, rotated.rotated_at, rotated.state, rotated.project_id],
    ['Press', 'ev_dev_bb', LATER, 'active', null],
  );
  await spec.when(LOG.slice(2));
  const revoked = await shown();
  assert.deepEqual([revoked.state, revoked.revoked_at], ['revoked', LATER]);
});

test('no document holds a hash of a secret', async () => {
  const spec = await given(apiKeysProjection, LOG);
  assert.doesNotMatch(JSON.stringify(await spec.documents()), /hash/);
});

test('events that come again change nothing', async () => {
  const spec = await given(apiKeysProjection, LOG);
  await spec.notUpdatedBy(LOG);
});
