/** Webhooks over HTTP: a receiver verifies what it gets with the package of Standard Webhooks. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createOperations } from '#apps/control/operations.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

const TEXT = 'Zyxomma petiolatum is a dragonfly.';
const received: Received[] = [];
/** Statuses of the next answers. */
const answers: number[] = [];
const receiver = createServer(async (request, response) => {
  const body = (await Array.fromAsync(request)).join('');
  received.push({ path: request.url!, headers: request.headers as Record<string, string>, body });
  response.writeHead(answers.shift() ?? 204).end();
});
let service: TestService;
let base: string;

before(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  base = `http://${host}`;
  service = await openTestService({ allowHosts: [host] });
});
after(async () => {
  await service.close();
  receiver.close();
});

const create = async (path: string) =>
  (await succeeded(service.call('POST', '/webhooks', { body: { url: base + path } }))).body;
const remove = (id: string) => service.call('DELETE', `/webhooks/${id}`);
const at = (path: string) => received.filter((each) => each.path === path);
const verify = async (body: object = {}) =>
  (await succeeded(service.call('POST', '/verifications', { body: { content: TEXT, ...body } }))).body;

test('a completed verification sends a signed message without any text', async () => {
  const { id, signing_secret, url, events, warning } = await create('/signed?token=abc');
  assert.equal(url, `${base}/signed?token=abc`);
  assert.deepEqual(events, ['verification.completed']);
  assert.match(signing_secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.match(warning, /once/);
  const { result, request_id } = await verify();
  await eventually('the message', () => at('/signed?token=abc').length === 1);
  const { body, headers } = at('/signed?token=abc')[0]!;
  const payload = new Webhook(signing_secret).verify(body, headers) as { type: string; data: Record<string, unknown> };
  assert.throws(() => new Webhook(signing_secret).verify(body.replace('completed', 'failed'), headers));
  assert.equal(payload.type, 'verification.completed');
  const { verification_id, counts, risk } = payload.data;
  assert.deepEqual(
    { verification_id, request_id: payload.data.request_id },
    { verification_id: result.id, request_id },
  );
  assert.deepEqual(counts, result.counts);
  assert.deepEqual(risk, { score: result.risk.score, level: result.risk.level });
  assert.equal(payload.data.expires_at, result.expires_at);
  assert.equal(payload.data.organization_id, service.organization_id);
  assert.ok(!body.includes('Zyxomma') && body.length < 20_000);
  assert.equal((await remove(id)).status, 204);
  const again = await remove(id);
  assert.equal(again.status, 404);
});

test('zero retention, claims and batches send messages too', async () => {
  const { id } = await create('/all');
  const { result } = await verify({ zero_retention: true });
  await eventually('the message', () => at('/all').length === 1);
  assert.equal(JSON.parse(at('/all')[0]!.body).data.expires_at, result.created_at);
  await succeeded(service.call('POST', '/claims/verify', { body: { claim: TEXT } }));
  await succeeded(service.call('POST', '/batches', { body: { items: [{ content: TEXT }, { content: 'Iron.' }] } }));
  await eventually('all messages', () => at('/all').length === 4);
  assert.ok(at('/all').every(({ body }) => !body.includes('Zyxomma')));
  await remove(id);
});

test('a retry has the same id and a new timestamp', async () => {
  const { id, signing_secret } = await create('/again');
  answers.push(500);
  await verify();
  await eventually('the second attempt', () => at('/again').length === 2);
  const [first, second] = at('/again');
  assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id']);
  assert.equal(first!.body, second!.body);
  new Webhook(signing_secret).verify(second!.body, second!.headers);
  const operations = createOperations(service.service, () => {});
  await eventually('the log of deliveries', async () => {
    const { data, owed } = await operations.listDeliveries({ webhook_id: id });
    return owed === 0 && data.length === 2 && data[0]!.error_class === null && data[1]!.status === 500;
  });
  await remove(id);
});

test("no message is sent about another organization's verifications", async () => {
  const { id } = await create('/mine');
  const other = await service.newTenant();
  await succeeded(service.call('POST', '/verifications', { key: other.key, body: { content: TEXT } }));
  const { result } = await verify();
  await eventually('the message', () => at('/mine').length > 0);
  assert.deepEqual(
    at('/mine').map(({ body }) => JSON.parse(body).data.verification_id),
    [result.id],
  );
  assert.equal((await service.call('DELETE', `/webhooks/${id}`, { key: other.key })).status, 404);
  await remove(id);
});

test('an operator tests a webhook and lists its deliveries', async () => {
  const { id, signing_secret } = await create('/tried');
  const operations = createOperations(service.service, () => {});
  const { message_id, attempt } = await operations.testWebhook({ webhook_id: id });
  assert.equal(attempt?.status, 204);
  const { body, headers } = at('/tried')[0]!;
  const payload = new Webhook(signing_secret).verify(body, headers) as { type: string };
  assert.equal(payload.type, 'webhook.test');
  const { data, webhook } = await operations.listDeliveries({ webhook_id: id });
  assert.deepEqual(
    data.map((each) => each.message_id),
    [message_id],
  );
  assert.equal(webhook.state, 'in_force');
  await remove(id);
  await assert.rejects(operations.testWebhook({ webhook_id: id }), { code: 'operation_refused' });
  await assert.rejects(operations.listDeliveries({ webhook_id: 'whk_none' }), { code: 'operation_refused' });
});

test('an address that must not be called is refused at the field', async () => {
  for (const url of [
    'http://hooks.example/plain',
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://169.254.169.254/latest',
    'https://hooks.example:8443/hook',
    'https://user:word@203.0.114.7/hook',
    'https://localhost/hook',
  ]) {
    const { status, body, text } = await service.call('POST', '/webhooks', { body: { url } });
    assert.equal(status, 422, url);
    assert.deepEqual(body.detail[0].loc, ['body', 'url']);
    assert.equal(body.detail[0].input, url.replace('user:word', '[redacted]'));
    assert.ok(!text.includes('word'), text);
  }
  for (const [body, loc] of [
    [{}, ['body', 'url']],
    [{ url: 'https://x.io' }, null],
    [{ url: 'https://a.b' }, ['body', 'url']],
    [{ url: 'https://203.0.114.7/hook', events: ['verification.failed'] }, ['body', 'events', 0]],
    [{ url: 'https://203.0.114.7/hook', secret: 'x' }, ['body', 'secret']],
  ] as const) {
    const answer = await service.call('POST', '/webhooks', { body });
    if (loc === null) assert.equal((await remove(answer.body.id)).status, 204);
    else assert.deepEqual(answer.body.detail[0].loc, loc);
  }
});

test('the number of webhooks is limited, and a deleted one makes room', async () => {
  const { key } = await service.newTenant();
  const add = () => service.call('POST', '/webhooks', { key, body: { url: `${base}/many` } });
  const made: string[] = [];
  for (let n = 0; n < 20; n++) made.push((await succeeded(add())).body.id);
  const refused = await add();
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.detail[0].loc, ['body', 'url']);
  assert.equal((await service.call('DELETE', `/webhooks/${made[0]}`, { key })).status, 204);
  await succeeded(add());
});

test('neither URL nor secret is in the log, or in plain text in an event', async () => {
  const { id, signing_secret } = await create('/secretive?token=hunter2secret');
  await verify();
  await eventually('the message', () => at('/secretive?token=hunter2secret').length === 1);
  const recorded = JSON.stringify(
    (await service.service.stores.events.readStream(`webhook-${id}`)).map(({ data }) => data),
  );
  assert.ok(recorded.includes(id));
  for (const text of [recorded, ...service.logs]) {
    assert.ok(!text.includes('hunter2secret') && !text.includes(signing_secret.slice(6)), text);
  }
  await remove(id);
});
