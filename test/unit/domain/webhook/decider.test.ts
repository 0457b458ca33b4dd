/** Webhooks and messages to them: their possible changes, and when a message is sent again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEBHOOK, type Webhook } from '#domain/webhook/decider.ts';
import type { WebhookEvent } from '#domain/webhook/events.ts';
import {
  type DeliveryAttempt,
  isSettled,
  WEBHOOK_DELIVERY,
  type WebhookMessage,
} from '#domain/webhook-delivery/decider.ts';
import type { WebhookDeliveryEvent } from '#domain/webhook-delivery/events.ts';
import { ATTEMPT_DELAYS_MS, delayAfter } from '#domain/webhook-delivery/schedule.ts';
import { given } from '#test/support/decider-spec.ts';

const AT = '2026-01-01T00:00:00.000Z';
const webhook: Webhook = {
  webhook_id: 'whk_1',
  organization_id: 'org_1',
  host: 'hooks.example',
  events: ['verification.completed'],
  credential: { key_id: 'whk_1/crd_1', sealed: 'sealed' },
  created_at: AT,
};
const created: WebhookEvent = { type: 'WebhookCreated', data: webhook };
const disabled: WebhookEvent = {
  type: 'WebhookDisabled',
  data: { webhook_id: 'whk_1', reason: 'gone', disabled_at: AT },
};
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: { webhook_id: 'whk_1', deleted_at: AT } };

test('a disabled webhook can still be deleted, once', () => {
  given(WEBHOOK, created, disabled).when({ type: 'DeleteWebhook', deleted_at: AT }).then(deleted);
  given(WEBHOOK, created, deleted).when({ type: 'DeleteWebhook', deleted_at: AT }).thenRefused('not_found');
  given(WEBHOOK, created, disabled).when({ type: 'DisableWebhook', reason: 'failing', disabled_at: AT }).thenNothing();
  assert.equal(given(WEBHOOK, created, disabled).state.ended, 'gone');
});

test('a webhook is created once per id', () => {
  given(WEBHOOK, created).when({ type: 'CreateWebhook', data: webhook }).thenNothing();
  const other = { ...webhook, credential: { key_id: 'whk_1/crd_2', sealed: 'sealed' } };
  given(WEBHOOK, created).when({ type: 'CreateWebhook', data: other }).thenRefused('already_exists');
});

const message: WebhookMessage = {
  message_id: 'msg_1',
  webhook_id: 'whk_1',
  organization_id: 'org_1',
  host: 'hooks.example',
  payload: {},
  requested_at: AT,
};
const requested: WebhookDeliveryEvent = { type: 'WebhookDeliveryRequested', data: message };
const attempt = (number: number, error: string | null, next: string | null): DeliveryAttempt => ({
  message_id: 'msg_1',
  webhook_id: 'whk_1',
  attempt: number,
  started_at: AT,
  duration_ms: 1,
  status: error === null ? 204 : null,
  error_class: error,
  next_attempt_at: next,
});
const attempted = (data: DeliveryAttempt): WebhookDeliveryEvent => ({ type: 'WebhookDeliveryAttempted', data });

test('of two processes that made the same attempt, the first one counts', () => {
  const failed = attempt(1, 'timeout', AT);
  given(WEBHOOK_DELIVERY, requested, attempted(failed))
    .when({ type: 'RecordAttempt', data: attempt(1, null, null) })
    .thenNothing();
  const second = attempt(2, null, null);
  given(WEBHOOK_DELIVERY, requested, attempted(failed))
    .when({ type: 'RecordAttempt', data: second })
    .then(attempted(second));
});

test('a delivered message is settled and never owed again', () => {
  const done = given(WEBHOOK_DELIVERY, requested, attempted(attempt(1, null, null)));
  assert.ok(isSettled(done.state));
  done.when({ type: 'RecordAttempt', data: attempt(2, 'timeout', AT) }).thenNothing();
  done.when({ type: 'RequestDelivery', data: message }).thenNothing();
});

test('a message that is sent again is one of its own, which tells of the first', () => {
  const resent: WebhookDeliveryEvent = {
    type: 'WebhookMessageResent',
    data: {
      message_id: 'msg_1',
      webhook_id: 'whk_1',
      organization_id: 'org_1',
      original_message_id: 'msg_0',
      resent_at: AT,
    },
  };
  const command = { type: 'RequestDelivery', data: message, of: 'msg_0' } as const;
  given(WEBHOOK_DELIVERY).when(command).then(requested, resent);
  given(WEBHOOK_DELIVERY, requested, resent).when(command).thenNothing();
});

test('there are ten attempts in three days, with up to a tenth of jitter', () => {
  assert.equal(ATTEMPT_DELAYS_MS.length, 10);
  for (let failed = 0; failed < 10; failed++) {
    assert.equal(delayAfter(failed, null, 0), ATTEMPT_DELAYS_MS[failed]);
    assert.equal(delayAfter(failed, null, 0.5), ATTEMPT_DELAYS_MS[failed]! * 1.05);
  }
  assert.equal(delayAfter(10, null, 0), null);
});

test('a receiver may ask for more time, up to a day', () => {
  assert.equal(delayAfter(1, 60_000, 0), 60_000);
  assert.equal(delayAfter(2, 60_000, 0), 300_000);
  assert.equal(delayAfter(1, 10 ** 12, 0), 86_400_000);
  assert.equal(delayAfter(10, 60_000, 0), null);
});
