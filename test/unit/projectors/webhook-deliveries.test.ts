import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import type { Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';
import type { WebhookDeliveryEvent } from '#domain/webhook-delivery/events.ts';
import type { WebhookDeliveryDocument } from '#projectors/webhook-deliveries/document.ts';
import { webhookDeliveriesProjection } from '#projectors/webhook-deliveries/projection.ts';
import { given } from '#test/support/projection-spec.ts';

const AT = '2026-03-01T10:00:00.000Z';
const LATER = '2026-03-01T10:00:05.000Z';

const requested = (payload: JsonObject = {}): WebhookDeliveryEvent => ({
  type: 'WebhookDeliveryRequested',
  data: {
    message_id: 'msg_1',
    webhook_id: 'whk_1',
    organization_id: 'org_1',
    host: 'a.example',
    payload: { type: 'verification.completed', data: { verification_id: 'ver_1' }, ...payload },
    requested_at: AT,
  },
});

const attempted = (attempt: number, error_class: string | null, next_attempt_at: string | null) =>
  ({
    type: 'WebhookDeliveryAttempted',
    data: {
      message_id: 'msg_1',
      webhook_id: 'whk_1',
      attempt,
      started_at: AT,
      duration_ms: 12,
      status: error_class === null ? 200 : 503,
      error_class,
      next_attempt_at,
    },
  }) satisfies WebhookDeliveryEvent;

const logOf = (events: WebhookDeliveryEvent[]): RecordedEvent[] =>
  events.map((event, revision) => ({
    id: `event-${revision}`,
    type: registry.storedType(event.type),
    data: event.data as unknown as JsonObject,
    metadata: {} as RecordedEvent['metadata'],
    stream: 'webhook-delivery-msg_1',
    revision,
    position: `00${revision}` as Position,
    recorded_at: AT,
  }));

async function shown(...events: WebhookDeliveryEvent[]): Promise<WebhookDeliveryDocument> {
  const spec = await given(webhookDeliveriesProjection, logOf(events));
  await spec.notUpdatedBy(logOf(events));
  return (await spec.document<WebhookDeliveryDocument>('msg_1'))!;
}

test('a message is owed until it is delivered or the last attempt has failed', async () => {
  assert.equal((await shown(requested())).state, 'owed');
  const tried = await shown(requested(), attempted(1, 'server_error', LATER));
  assert.deepEqual([tried.state, tried.attempts.length], ['owed', 1]);
  const delivered = await shown(requested(), attempted(1, 'server_error', LATER), attempted(2, null, null));
  assert.deepEqual([delivered.state, delivered.attempts.map(({ attempt }) => attempt)], ['delivered', [1, 2]]);
  assert.equal((await shown(requested(), attempted(1, 'server_error', null))).state, 'failed');
});

test('a message names what it tells of; a test message names nothing', async () => {
  const { type, verification_id } = await shown(requested());
  assert.deepEqual([type, verification_id], ['verification.completed', 'ver_1']);
  const sent = await shown(requested({ type: 'webhook.test', data: { webhook_id: 'whk_1' } }));
  assert.deepEqual([sent.type, sent.verification_id], ['webhook.test', null]);
});
