/** Large bodies at once, before anything in them is understood. */
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { generateApiKey } from '#contracts/api-key-format.ts';
import { createBodyBudget } from '#http/body-budget.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestApi, KEY, owner, type TestApi } from '#test/support/http-api.ts';

const MEBIBYTE = 1024 * 1024;
const OTHER = generateApiKey('development');
const others = { [OTHER]: { ...owner, key_id: 'key_2', organization_id: 'org_2' } };

const body = (size: number) => `{"items":[{"content":"x"}]}${' '.repeat(size - 27)}`;
const batch = (size: number, key = KEY) =>
  ({
    method: 'POST',
    url: '/v1/batches',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    payload: body(size),
  }) as const;

/** An API whose handlers wait until they are let go. */
function waitingApi(bodies: { processBytes: number; organizationBytes: number }) {
  const gate = Promise.withResolvers<void>();
  const handler = async () => {
    await gate.promise;
    return { body: {} } as never;
  };
  return { ...createTestApi({ others, handler, bodies: createBodyBudget(bodies) }), letGo: gate.resolve };
}

/** Listens, and sends the beginning of a batch over a connection of its own. `closed`: the server has seen its end. */
async function sendTo(app: TestApi['app'], context: Pick<TestContext, 'after'>, rest: string) {
  await app.listen({ host: '127.0.0.1', port: 0 });
  context.after(() => app.close());
  const closed = new Promise<void>((resolve) => {
    app.server.once('request', (_request, response) => response.once('close', resolve));
  });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST /v1/batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n` +
      `Content-Type: application/json\r\n${rest}`,
  );
  return { socket, closed };
}

test('an organization with too many bytes under way is told to come back, others are served, and so is it afterwards', async () => {
  const { request, calls, letGo } = waitingApi({ processBytes: 8 * MEBIBYTE, organizationBytes: 2 * MEBIBYTE });
  const first = request(batch(1.5 * MEBIBYTE));
  await eventually('the first handler', () => calls.length === 1);
  const refused = await request(batch(MEBIBYTE));
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().error.code, 'concurrency_limit_exceeded');
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(calls.length, 1);
  const elsewhere = request(batch(MEBIBYTE, OTHER));
  const small = request(batch(1_000));
  await eventually('those that fit', () => calls.length === 3);
  letGo();
  assert.deepEqual(
    (await Promise.all([first, elsewhere, small])).map(({ statusCode }) => statusCode),
    [200, 200, 200],
  );
  assert.equal((await request(batch(1.5 * MEBIBYTE))).statusCode, 200);
});

test('organizations that have too many bytes under way together are told that the service is busy', async () => {
  const { request, calls, letGo } = waitingApi({ processBytes: 2 * MEBIBYTE, organizationBytes: 2 * MEBIBYTE });
  const first = request(batch(1.5 * MEBIBYTE));
  await eventually('the first handler', () => calls.length === 1);
  const refused = await request(batch(MEBIBYTE, OTHER));
  assert.equal(refused.statusCode, 503);
  assert.equal(refused.json().error.code, 'service_unavailable');
  assert.equal(refused.headers['retry-after'], '1');
  letGo();
  assert.equal((await first).statusCode, 200);
});

test('what a refused body took is given back', async () => {
  const { request } = createTestApi({
    bodies: createBodyBudget({ processBytes: 2 * MEBIBYTE, organizationBytes: 2 * MEBIBYTE }),
  });
  for (let n = 0; n < 5; n++) {
    const wrong = { ...batch(MEBIBYTE), payload: `nonsense${' '.repeat(MEBIBYTE)}` };
    assert.equal((await request(wrong)).statusCode, 422);
  }
});

test('a body without a length counts as the largest that may come; one that never comes is given back', async (context) => {
  const { app, request, calls } = createTestApi({
    bodies: createBodyBudget({ processBytes: 33 * MEBIBYTE, organizationBytes: 33 * MEBIBYTE }),
  });
  const { socket, closed } = await sendTo(app, context, 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n');
  const status = async () => (await request(batch(2 * MEBIBYTE))).statusCode;
  await eventually('the first body', async () => (await status()) === 429);
  socket.destroy();
  await closed;
  await eventually('room', async () => (await status()) === 200);
  assert.ok(calls.every(({ operation }) => operation === 'createBatch'));
});

test('callers that leave while their keys are looked up leave nothing taken', async (context) => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const { app, request } = createTestApi({
    bodies: createBodyBudget({ processBytes: 2 * MEBIBYTE, organizationBytes: 2 * MEBIBYTE }),
    beforeAuthentication: () => {
      asked++;
      return gate.promise;
    },
  });
  const { socket, closed } = await sendTo(app, context, `Content-Length: ${2 * MEBIBYTE}\r\n\r\n`);
  await eventually('the look-up', () => asked === 1);
  socket.destroy();
  await closed;
  gate.resolve();
  assert.equal((await request(batch(1.5 * MEBIBYTE))).statusCode, 200);
});

test('a caller that goes away leaves its bytes taken for as long as its request is at work', async (context) => {
  const { app, request, calls, letGo } = waitingApi({ processBytes: 2 * MEBIBYTE, organizationBytes: 2 * MEBIBYTE });
  const payload = `Content-Length: ${1.5 * MEBIBYTE}\r\n\r\n${body(1.5 * MEBIBYTE)}`;
  const { socket, closed } = await sendTo(app, context, payload);
  await eventually('the handler', () => calls.length === 1);
  socket.destroy();
  await closed;
  assert.equal((await request(batch(MEBIBYTE))).statusCode, 429);
  letGo();
  await eventually('room', async () => (await request(batch(MEBIBYTE))).statusCode === 200);
});
