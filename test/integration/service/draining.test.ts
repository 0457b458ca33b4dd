import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const TEXT = { content: 'Water boils at a hundred degrees.' };

async function beginDraining(context: TestContext, service: TestService) {
  const release = service.engine.hold();
  context.after(async () => {
    release();
    await service.close();
  });
  const { app } = service.service;
  const draining = Promise.withResolvers<void>();
  app.addHook('preClose', async () => draining.resolve());
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const send = () =>
    fetch(new URL('/v1/verifications', address), {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: JSON.stringify(TEXT),
    });
  // Half a request, so that its connection is not idle when the server closes.
  const late = connect(Number(address.port), address.hostname);
  await once(late, 'connect');
  late.write('GET /v1/reviews HTTP/1.1\r\nHost: x\r\n');
  const { atWork } = await service.watchNext();
  const underWay = send();
  await atWork;
  const closed = service.close();
  await draining.promise;
  return { underWay, late, release, closed };
}

test('while draining, running requests finish and new ones are 503', async (context) => {
  const service = await openTestService();
  const { underWay, late, release, closed } = await beginDraining(context, service);
  late.write('\r\n');
  const refused = (await Array.fromAsync(late)).join('');
  assert.match(refused, /^HTTP\/1\.1 503 /);
  assert.match(refused, /"code":"service_unavailable"/);
  release();
  assert.equal((await underWay).status, 201);
  await closed;
});

test('a request that outlasts the draining gets a retryable 503', async (context) => {
  const service = await openTestService({ finishWithinMs: 20 });
  const { underWay, late, release, closed } = await beginDraining(context, service);
  late.on('error', () => {}).destroy();
  const answer = await underWay;
  assert.equal(answer.status, 503);
  assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'service_unavailable');
  assert.equal(answer.headers.get('x-should-retry'), null);
  release();
  await closed;
});
