/** Delivery of messages: when they are sent, how often, and what ends it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { ATTEMPT_DELAYS_MS } from '#domain/webhook-delivery/schedule.ts';
import { listDeliveries } from '#pipeline/webhooks/delivery-log.ts';
import { createWebhookWorld } from '#test/support/pipeline/webhooks.ts';

const HOST = 'hooks.example';
const HOUR = 3_600_000;
const MINUTE = 60_000;
const fails = () => ({ status: 500, retry_after_ms: null });
const hangs = () => new Promise<never>(() => {});

async function oneWebhook() {
  const world = createWebhookWorld();
  await world.createWebhook('whk_1', HOST);
  return world;
}

test('a message is sent at once, signed as Standard Webhooks say, and never again', async () => {
  const world = await oneWebhook();
  world.start();
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  const [sent] = world.sent;
  assert.equal(world.sent.length, 1);
  assert.equal(sent!.url, `https://${HOST}/hook`);
  assert.equal(sent!.headers['webhook-id'], 'msg_1');
  assert.equal(Number(sent!.headers['webhook-timestamp']), Math.floor(sent!.at / 1_000));
  const receiver = new Webhook('whsec_MDEyMzQ1Njc4OWFiY2RlZg==');
  const { 'webhook-timestamp': _, ...rest } = sent!.headers;
  // The package refuses old messages by the machine's clock, so its own signature is compared instead.
  const signature = receiver.sign('msg_1', new Date(sent!.at), sent!.body);
  assert.equal(rest['webhook-signature'], signature);
  await world.pass(100 * HOUR, HOUR);
  assert.equal(world.sent.length, 1);
});

test('a failing receiver is tried ten times, on the schedule, then never again', async () => {
  const world = await oneWebhook();
  world.receivers.set(HOST, fails);
  world.start();
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  for (const delay of ATTEMPT_DELAYS_MS.slice(1)) {
    const before = world.sent.length;
    await world.pass(delay - 1);
    assert.equal(world.sent.length, before, `not before ${delay} ms`);
    await world.pass(1);
    assert.equal(world.sent.length, before + 1, `after ${delay} ms`);
  }
  await world.pass(200 * HOUR, HOUR);
  assert.equal(world.sent.length, 10);
  assert.deepEqual(new Set(world.sent.map(({ headers }) => headers['webhook-id'])), new Set(['msg_1']));
  assert.equal(new Set(world.sent.map(({ body }) => body)).size, 1);
  assert.equal(new Set(world.sent.map(({ headers }) => headers['webhook-timestamp'])).size, 10);
  const attempts = world.log.filter(({ type }) => type === 'WebhookDeliveryAttempted.v1').map(({ data }) => data);
  assert.equal(attempts.length, 10);
  assert.equal(attempts.at(-1)!.next_attempt_at, null);
  assert.equal(attempts.at(-1)!.error_class, 'http_status');
});

test('only a 2xx is success: a redirect is not', async () => {
  const world = await oneWebhook();
  world.receivers.set(HOST, () => ({ status: world.sent.length === 1 ? 302 : 200, retry_after_ms: null }));
  world.start();
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  assert.equal(world.log.at(-1)!.data.error_class, 'redirect');
  await world.pass(5_000);
  assert.equal(world.log.at(-1)!.data.error_class, null);
});

test('Retry-After delays an attempt', async () => {
  const world = await oneWebhook();
  world.receivers.set(HOST, () => ({ status: 503, retry_after_ms: MINUTE }));
  world.start();
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  await world.pass(MINUTE - 1);
  assert.equal(world.sent.length, 1);
  await world.pass(1);
  assert.equal(world.sent.length, 2);
});

test('410 disables the webhook, drops its messages and makes its key due', async () => {
  const world = await oneWebhook();
  await world.createWebhook('whk_2', HOST);
  world.receivers.set(HOST, fails);
  world.start();
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  world.receivers.set(HOST, () => ({ status: 410, retry_after_ms: null }));
  await world.owe('msg_2', 'whk_1', HOST);
  await world.settle();
  assert.equal(await world.endOf('whk_1'), 'gone');
  const due = await world.vault.due(new Date(world.clock.now()).toISOString(), 10);
  assert.deepEqual(
    due.map(({ id }) => id.split('/')[0]),
    ['whk_1'],
  );
  world.receivers.delete(HOST);
  await world.owe('msg_3', 'whk_1', HOST);
  await world.owe('msg_4', 'whk_2', HOST);
  await world.pass(100 * HOUR, HOUR);
  const ids = world.sent.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(ids, ['msg_1', 'msg_2', 'msg_4']);
});

test('undelivered messages are limited per webhook and organization', async () => {
  const world = createWebhookWorld({ owedLimits: { webhook: 3, organization: 5 } });
  for (const webhook of ['whk_1', 'whk_2']) await world.createWebhook(webhook, HOST);
  await world.createWebhook('whk_3', HOST, 'org_2');
  world.receivers.set(HOST, fails);
  world.start();
  const refused = () =>
    world.log.filter(({ data }) => data.error_class === 'too_many_owed').map(({ data }) => data.message_id);
  for (let n = 1; n <= 4; n++) await world.owe(`msg_a${n}`, 'whk_1', HOST);
  await world.settle();
  assert.deepEqual(refused(), ['msg_a4'], 'of the webhook');
  for (let n = 1; n <= 3; n++) await world.owe(`msg_b${n}`, 'whk_2', HOST);
  await world.owe('msg_c1', 'whk_3', HOST, 'org_2');
  await world.settle();
  assert.deepEqual(refused(), ['msg_a4', 'msg_b3'], 'of the organization, and of no other one');
  const { data, owed } = (await listDeliveries(world.events, 'whk_1'))!;
  const last = data.find(({ message_id }) => message_id === 'msg_a4')!;
  assert.deepEqual([last.attempt, last.status, last.next_attempt_at, owed], [1, null, null, 3]);

  world.receivers.delete(HOST);
  await world.pass(10_000);
  await world.owe('msg_a5', 'whk_1', HOST);
  await world.settle();
  const delivered = new Set(world.sent.map(({ headers }) => headers['webhook-id']));
  assert.equal(delivered.has('msg_a4'), false);
  assert.equal(delivered.has('msg_a5'), true, 'there is room again');
});

test("a webhook always has its share of the organization's limit", async () => {
  const world = createWebhookWorld({ owedLimits: { webhook: 20, organization: 20 } });
  for (const webhook of ['whk_dead', 'whk_well']) await world.createWebhook(webhook, `${webhook}.example`);
  world.receivers.set('whk_dead.example', fails);
  world.start();
  for (let n = 1; n <= 20; n++) await world.owe(`msg_dead${n}`, 'whk_dead', 'whk_dead.example');
  await world.owe('msg_well', 'whk_well', 'whk_well.example');
  await world.settle();
  assert.ok(world.sent.some(({ headers }) => headers['webhook-id'] === 'msg_well'));
  assert.ok(!world.log.some(({ data }) => data.error_class === 'too_many_owed'));
});

test('the limits also hold for messages that arrived while nobody delivered', async () => {
  const world = createWebhookWorld({ owedLimits: { webhook: 3, organization: 5 } });
  await world.createWebhook('whk_1', HOST);
  for (let n = 1; n <= 5; n++) await world.owe(`msg_${n}`, 'whk_1', HOST);
  world.start();
  await world.settle();
  const ids = world.sent.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(ids, ['msg_1', 'msg_2', 'msg_3']);
  const refused = world.log.filter(({ data }) => data.error_class === 'too_many_owed');
  assert.equal(refused.length, 2);
});

test('five days of failures without a success disable a webhook', async () => {
  for (const recovers of [false, true]) {
    const world = await oneWebhook();
    world.receivers.set(HOST, fails);
    world.start();
    for (let day = 0; day < 5; day++) {
      await world.owe(`msg_${day}`, 'whk_1', HOST);
      if (recovers && day === 3) world.receivers.delete(HOST);
      await world.settle();
      world.receivers.set(HOST, fails);
      await world.pass(24 * HOUR, HOUR);
    }
    assert.equal(await world.endOf('whk_1'), null, 'not before');
    await world.owe('msg_last', 'whk_1', HOST);
    await world.settle();
    assert.equal(await world.endOf('whk_1'), recovers ? null : 'failing');
  }
});

test('a process that takes over knows since when a webhook has been failing', async () => {
  const world = await oneWebhook();
  world.receivers.set(HOST, fails);
  const stop = world.start();
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  await world.pass(96 * HOUR, HOUR);
  await stop();
  world.start();
  await world.pass(24 * HOUR, HOUR);
  await world.owe('msg_2', 'whk_1', HOST);
  await world.settle();
  assert.equal(await world.endOf('whk_1'), 'failing');
});

test('nothing is sent to a deleted webhook', async () => {
  const world = await oneWebhook();
  world.receivers.set(HOST, fails);
  world.start();
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  await world.deleteWebhook('whk_1');
  await world.owe('msg_2', 'whk_1', HOST);
  await world.pass(100 * HOUR, HOUR);
  assert.equal(world.sent.length, 1);
});

test('a receiver that hangs delays no other organization, and no other host', async () => {
  const world = createWebhookWorld();
  await world.createWebhook('whk_hung', 'hung.example');
  await world.createWebhook('whk_own', HOST);
  await world.createWebhook('whk_other', 'hung.example', 'org_2');
  world.receivers.set('hung.example', ({ headers }) =>
    headers['webhook-id']!.startsWith('msg_hung') ? hangs() : { status: 200, retry_after_ms: null },
  );
  world.start();
  for (let n = 0; n < 300; n++) await world.owe(`msg_hung_${n}`, 'whk_hung', 'hung.example');
  await world.owe('msg_own', 'whk_own', HOST);
  await world.owe('msg_other', 'whk_other', 'hung.example', 'org_2');
  await world.settle();
  const ids = world.sent.map(({ headers }) => headers['webhook-id']!);
  assert.ok(ids.includes('msg_own') && ids.includes('msg_other'));
  assert.equal(ids.filter((id) => id.startsWith('msg_hung')).length, 4, 'few at a time');
});

test("many hanging hosts use up only their own organization's attempts", async () => {
  const world = createWebhookWorld();
  for (let n = 0; n < 20; n++) {
    await world.createWebhook(`whk_${n}`, `hung-${n}.example`);
    world.receivers.set(`hung-${n}.example`, hangs);
    await world.owe(`msg_${n}`, `whk_${n}`, `hung-${n}.example`);
  }
  await world.createWebhook('whk_other', HOST, 'org_2');
  world.start();
  await world.owe('msg_other', 'whk_other', HOST, 'org_2');
  await world.settle();
  assert.equal(world.sent.length, 17);
  assert.ok(world.sent.some(({ headers }) => headers['webhook-id'] === 'msg_other'));
});

test('messages of a killed process are sent by the next one, on schedule', async () => {
  const world = await oneWebhook();
  world.receivers.set(HOST, fails);
  const kill = world.startAndForget();
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  await world.pass(5_000);
  assert.equal(world.sent.length, 2);
  kill();
  await world.owe('msg_2', 'whk_1', HOST);
  await world.pass(MINUTE);
  assert.equal(world.sent.length, 2);
  world.start();
  await world.settle();
  assert.deepEqual(world.sent.at(-1)!.headers['webhook-id'], 'msg_2');
  await world.pass(4 * MINUTE);
  const third = world.sent.filter(({ headers }) => headers['webhook-id'] === 'msg_1');
  assert.equal(third.length, 3, 'five minutes after the second');
});

test('a process killed between sending and recording sends again, under the same id', async () => {
  const world = await oneWebhook();
  const kill = world.startAndForget();
  world.receivers.set(HOST, () => {
    kill();
    return { status: 200, retry_after_ms: null };
  });
  await world.owe('msg_1', 'whk_1', HOST);
  await world.settle();
  world.receivers.delete(HOST);
  world.start();
  await world.settle();
  assert.deepEqual(
    world.sent.map(({ headers }) => headers['webhook-id']),
    ['msg_1', 'msg_1'],
  );
});

test('a stopped process leaves a checkpoint from which the next one continues', async () => {
  const world = await oneWebhook();
  const stop = world.start();
  for (let n = 0; n < 5; n++) await world.owe(`msg_done_${n}`, 'whk_1', HOST);
  await world.settle();
  world.receivers.set(HOST, fails);
  await world.owe('msg_open', 'whk_1', HOST);
  await world.settle();
  await stop();
  const { after } = JSON.parse([...world.stored.values()][0]!) as { after: string };
  const position = world.log.find(({ data }) => data.message_id === 'msg_open')!.position;
  assert.ok(after < position && after > world.log[5]!.position);
  world.receivers.delete(HOST);
  world.start();
  await world.pass(5_000);
  assert.equal(world.sent.filter(({ headers }) => headers['webhook-id'] === 'msg_open').length, 2);
  assert.equal(world.sent.length, 7);
});

test('an unavailable store delays attempts and loses none', async () => {
  const world = await oneWebhook();
  const { append } = world.events;
  world.start();
  await world.owe('msg_1', 'whk_1', HOST);
  world.events.append = () => Promise.reject(new Error('away'));
  await world.settle();
  assert.equal(world.sent.length, 1);
  world.events.append = append;
  await world.pass(30_000);
  assert.equal(world.sent.length, 2);
  assert.equal(world.log.at(-1)!.data.error_class, null);
});
