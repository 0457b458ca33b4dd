import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import type { Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';
import type { SourceSetEvent } from '#domain/source-set/events.ts';
import type { SourceSetDocument } from '#projectors/source-sets/document.ts';
import { sourceSetsProjection } from '#projectors/source-sets/projection.ts';
import { given } from '#test/support/projection-spec.ts';

const created_at = '2026-03-01T10:00:00.000Z';

const EVENTS: SourceSetEvent[] = [
  {
    type: 'SourceSetCreated',
    data: { source_set_id: 'srs_1', organization_id: 'org_1', name: 'Ours', description: '', created_at },
  },
  {
    type: 'SourceResourceAdded',
    data: {
      source_set_id: 'srs_1',
      resource_id: 'src_1',
      url: 'https://example.org/',
      label: 'Home',
      source_class: 'customer_approved',
      created_at,
    },
  },
  { type: 'SourceResourceDisabled', data: { source_set_id: 'srs_1', resource_id: 'src_1', disabled_at: created_at } },
];

const LOG: RecordedEvent[] = EVENTS.map((event, revision) => ({
  id: `event-${revision}`,
  type: registry.storedType(event.type),
  data: event.data as unknown as JsonObject,
  metadata: {} as RecordedEvent['metadata'],
  stream: 'source-set-srs_1',
  revision,
  position: `00${revision}` as Position,
  recorded_at: created_at,
}));

test('the document shows a set, its resources, and which of them are enabled', async () => {
  const spec = await given(sourceSetsProjection, LOG.slice(0, 2));
  const inUse = async () =>
    (await spec.document<SourceSetDocument>('srs_1'))?.source_set.resources.map(({ enabled }) => enabled);
  assert.equal((await spec.document<SourceSetDocument>('srs_1'))?.organization_id, 'org_1');
  assert.deepEqual(await inUse(), [true]);
  await spec.when(LOG.slice(2));
  assert.deepEqual(await inUse(), [false]);
});

test('redelivered events are not applied twice', async () => {
  const spec = await given(sourceSetsProjection, LOG);
  await spec.notUpdatedBy(LOG);
  await spec.notUpdatedBy(LOG.slice(1, 2));
});
