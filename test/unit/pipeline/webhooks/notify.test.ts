/** The messages to an organization's webhooks about a completed verification. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEBHOOK } from '#domain/webhook/decider.ts';
import { execute } from '#streams/repository.ts';
import { webhooksOf } from '#streams/webhooks.ts';
import { createHarness, type Harness } from '#test/support/pipeline/harness.ts';
import { METADATA } from '#test/support/verification-history.ts';

const AT = '2026-01-01T00:00:00.000Z';
const CONTENT = 'Iron is a metal.';

interface World {
  harness: Harness;
  createWebhook(webhookId: string, serviceUrl?: string): Promise<void>;
  owed(): Harness['events']['log'];
}

function createWorld(publicUrl: string | null = null): World {
  const stored = new Map<string, string>();
  const harness = createHarness({
    publicUrl,
    values: {
      get: async (key) => stored.get(key) ?? null,
      compareAndSet: async () => false,
    },
  });
  const { events } = harness;
  const list = webhooksOf(METADATA.organization_id!);
  return {
    harness,
    async createWebhook(webhook_id, service_url) {
      const credential = { key_id: `${webhook_id}/crd_1`, sealed: 'sealed' };
      const about = { webhook_id, organization_id: METADATA.organization_id!, host: 'hooks.example', credential };
      const data = {
        ...about,
        ...(service_url && { service_url }),
        events: ['verification.completed' as const],
        created_at: AT,
      };
      const command = { type: 'CreateWebhook', data } as const;
      await execute(events, WEBHOOK, webhook_id, command, { metadata: METADATA });
      stored.set(list.name, JSON.stringify([...JSON.parse(stored.get(list.name) ?? '[]'), webhook_id]));
    },
    owed: () => events.log.filter(({ type }) => type === 'WebhookDeliveryRequested.v1'),
  };
}

test("the link uses the public URL, else the URL that the webhook's creator used", async () => {
  for (const [publicUrl, expected] of [
    [null, /^http:\/\/service\.example:8080\/v1\/verifications\/ver_/],
    ['https://evidence.example/', /^https:\/\/evidence\.example\/v1\/verifications\/ver_/],
  ] as const) {
    const { harness, createWebhook, owed } = createWorld(publicUrl);
    await createWebhook('whk_1', 'http://service.example:8080');
    await harness.request(CONTENT);
    await harness.run();
    const { payload } = owed()[0]!.data as { payload: { data: { url: string } } };
    assert.match(payload.data.url, expected);
  }
});

test('every webhook gets one message, with counts and ids and no text', async () => {
  const { harness, createWebhook, owed } = createWorld();
  await createWebhook('whk_1');
  await createWebhook('whk_2');
  const stream = await harness.request(CONTENT);
  await harness.run();
  assert.deepEqual(
    owed().map(({ data }) => data.webhook_id),
    ['whk_1', 'whk_2'],
  );
  const { payload, message_id } = owed()[0]!.data as { payload: unknown; message_id: string };
  assert.match(message_id, /^msg_[0-9a-f]{32}$/);
  const { type, data } = payload as { type: string; data: Record<string, unknown> };
  assert.equal(type, 'verification.completed');
  assert.deepEqual(Object.keys(data), [
    'verification_id',
    'request_id',
    'organization_id',
    'profile',
    'policy_name',
    'policy_version',
    'counts',
    'coverage_status',
    'risk',
    'expires_at',
    'url',
  ]);
  assert.deepEqual(Object.keys(data.risk as object), ['score', 'level']);
  assert.equal(data.url, `/v1/verifications/${stream.slice('verification-'.length)}`);
  assert.ok(!JSON.stringify(owed()).includes('metal'));
});

test('a second delivery of the trigger creates no further message', async () => {
  const { harness, createWebhook, owed } = createWorld();
  await createWebhook('whk_1');
  await harness.request(CONTENT);
  await harness.run();
  const first = owed();
  await harness.run();
  assert.deepEqual(owed(), first);
});

test('a webhook created after the completion gets no message about it', async () => {
  const { harness, createWebhook, owed } = createWorld();
  await harness.request(CONTENT);
  await harness.run();
  await createWebhook('whk_1');
  await harness.run();
  assert.deepEqual(owed(), []);
  await harness.request('Gold is a metal.', { verification_id: 'ver_2' });
  await harness.run();
  assert.equal(owed().length, 1);
});

test('a deleted webhook gets no message', async () => {
  const { harness, createWebhook, owed } = createWorld();
  await createWebhook('whk_1');
  const command = { type: 'DeleteWebhook', deleted_at: AT } as const;
  await execute(harness.events, WEBHOOK, 'whk_1', command, { metadata: METADATA });
  await harness.request(CONTENT);
  await harness.run();
  assert.deepEqual(owed(), []);
});
