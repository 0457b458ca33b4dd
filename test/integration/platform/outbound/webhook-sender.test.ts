/** The sender of webhook messages, against receivers of every kind. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { createWebhookSender } from '#platform/outbound/webhook-sender.ts';

const NOW = Date.UTC(2026, 0, 1);

async function receiver(context: TestContext, listener: RequestListener): Promise<{ url: string; host: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}/hook?token=1`, host };
}

function senderTo(context: TestContext, host: string | null, timeoutMs = 5_000) {
  const allowHosts = host === null ? [] : [host];
  const guard = createOutboundGuard({ allowHosts, contact: null, version: '1' });
  context.after(() => guard.close());
  const sender = createWebhookSender({ guard, clock: { now: () => NOW }, timeoutMs });
  const send = (url: string, signal: AbortSignal = new AbortController().signal) =>
    sender.send(url, { headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}', signal });
  return { send };
}

test('a message is posted unchanged, and the response is reported', async (context) => {
  const seen: unknown[] = [];
  const { url, host } = await receiver(context, async (request, response) => {
    const body = (await Array.fromAsync(request)).join('');
    const { 'webhook-id': id, 'content-type': type, 'user-agent': agent } = request.headers;
    seen.push({ method: request.method, path: request.url, body, id, type, agent });
    response.writeHead(202, { 'retry-after': '7' }).end('ignored');
  });
  const { send } = senderTo(context, host);
  assert.deepEqual(await send(url), { status: 202, retry_after_ms: 7_000 });
  assert.deepEqual(seen, [
    {
      method: 'POST',
      path: '/hook?token=1',
      body: '{"a":1}',
      id: 'msg_1',
      type: 'application/json',
      agent: 'evidence-verification/1',
    },
  ]);
});

test('a redirect is returned and not followed', async (context) => {
  let calls = 0;
  const { url, host } = await receiver(context, (_, response) => {
    calls++;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const { send } = senderTo(context, host);
  assert.deepEqual(await send(url), { status: 307, retry_after_ms: null });
  assert.equal(calls, 1);
});

test('Retry-After is read as seconds and as a date, and is null where it is neither', async (context) => {
  const values = ['0', 'Thu, 01 Jan 2026 00:01:00 GMT', 'Wed, 31 Dec 2025 00:00:00 GMT', 'soon', '-5'];
  const { url, host } = await receiver(context, (_, response) => {
    response.writeHead(503, { 'retry-after': values.shift()! }).end();
  });
  const { send } = senderTo(context, host);
  const answers: unknown[] = [];
  for (let n = values.length; n > 0; n--) {
    const answer = await send(url);
    answers.push('status' in answer ? answer.retry_after_ms : answer);
  }
  assert.deepEqual(answers.slice(0, 4), [0, 60_000, 0, null]);
});

test('a receiver that hangs is left after the time-out, before and after its head', async (context) => {
  const { url, host } = await receiver(context, () => {});
  const { send } = senderTo(context, host, 100);
  assert.deepEqual(await send(url), { failure: 'timeout' });
  const slow = await receiver(context, (_, response) => void response.writeHead(200).write('first'));
  const { send: sendToSlow } = senderTo(context, slow.host, 1_000);
  assert.deepEqual(await sendToSlow(slow.url), { status: 200, retry_after_ms: null });
});

test('a private address is refused at every delivery, whatever its name', async (context) => {
  const { send } = senderTo(context, null);
  assert.deepEqual(await send('https://127.0.0.1/hook'), { failure: 'blocked_address' });
  assert.deepEqual(await send('https://localhost/hook'), { failure: 'blocked_address' });
  assert.deepEqual(await send('https://[::ffff:10.0.0.1]/hook'), { failure: 'blocked_address' });
  assert.deepEqual(await send('http://203.0.114.7/hook'), { failure: 'blocked_scheme' });
  assert.deepEqual(await send('https://203.0.114.7:8443/hook'), { failure: 'blocked_port' });
});

test('a refused connection is a failure, and an ended request rejects', async (context) => {
  const { send } = senderTo(context, '127.0.0.1:9');
  assert.deepEqual(await send('http://127.0.0.1:9/hook'), { failure: 'network_error' });
  const { url, host } = await receiver(context, () => {});
  const ending = new AbortController();
  const sent = senderTo(context, host).send(url, ending.signal);
  setImmediate(() => ending.abort(new Error('ended')));
  await assert.rejects(sent, /ended/);
});
