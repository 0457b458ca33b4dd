import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import type { Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';
import type { ProviderConnectionEvent } from '#domain/provider-connection/events.ts';
import { providerConnectionsProjection } from '#projectors/provider-connections/projection.ts';
import { given } from '#test/support/projection-spec.ts';

const created_at = '2026-03-01T10:00:00.000Z';
const rotated_at = '2026-03-02T10:00:00.000Z';
const about = { organization_id: 'org_1', provider: 'exa', label: 'search', created_at } as const;

const EVENTS: ProviderConnectionEvent[] = [
  {
    type: 'ProviderConnected',
    data: { connection_id: 'pcn_1', ...about, credential: { key_id: 'key_1', sealed: 's1.first' } },
  },
  {
    type: 'ProviderCredentialRotated',
    data: { connection_id: 'pcn_1', credential: { key_id: 'key_2', sealed: 's1.second' }, rotated_at },
  },
  { type: 'ProviderDisconnected', data: { connection_id: 'pcn_1', disconnected_at: rotated_at } },
];

const LOG: RecordedEvent[] = EVENTS.map((event, revision) => ({
  id: `event-${revision}`,
  type: registry.storedType(event.type),
  data: event.data as unknown as JsonObject,
  metadata: {} as RecordedEvent['metadata'],
  stream: 'provider-connection-pcn_1',
  revision,
  position: `00${revision}` as Position,
  recorded_at: created_at,
}));

test('a connection is shown without its credential, until it is disconnected', async () => {
  const spec = await given(providerConnectionsProjection, LOG.slice(0, 1));
  assert.deepEqual(await spec.document('pcn_1'), { id: 'pcn_1', ...about, rotated_at: null });
  await spec.when(LOG.slice(1, 2));
  assert.deepEqual(await spec.document('pcn_1'), { id: 'pcn_1', ...about, rotated_at });
  await spec.when(LOG.slice(2));
  assert.equal(await spec.document('pcn_1'), null);
});

test('redelivered events are not applied twice', async () => {
  const spec = await given(providerConnectionsProjection, LOG.slice(0, 2));
  await spec.notUpdatedBy(LOG.slice(0, 2));
});
