/** Many large bodies at once, before they are parsed. */
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { generateApiKey } from '#common/api-key-format.ts';
import { createBodyBudget } from '#http/body-budget.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestApi, KEY, owner, type TestApi, type TestApiOptions } from '#test/support/http-api.ts';

const MEBIBYTE = 1024 * 1024;
/** An organization alone may hold 1.5 MiB of it. */
const PROCESS_BYTES = 4 * MEBIBYTE;

const [OTHER, SIBLING] = [generateApiKey('development'), generateApiKey('development')];
const others = {
  [OTHER]: { ...owner, key_id: 'key_2', organization_id: 'org_2', user_id: 'usr_2' },
  [SIBLING]: { ...owner, key_id: 'key_3', organization_id: 'org_3', user_id: 'usr_3' },
};
const rootOf = async (organization: string) => (organization === 'org_3' ? 'org_1' : organization);

const body = (size: number) => `{"items":[{"content":"x"}]}${' '.repeat(size - 27)}`;
const batch = (size: number, key = KEY) =>
  ({
    method: 'POST',
    url: '/v1/batches',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    payload: body(size),
  }) as const;

/** An API whose handlers wait until they are released. */
function waitingApi() {
  const gate = Promise.withResolvers<void>();
  const handler = async () => {
    await gate.promise;
    return { body: {} } as never;
  };
  return {
    ...createTestApi({ others, rootOf, handler, bodies: createBodyBudget({ processBytes: PROCESS_BYTES }) }),
    letGo: gate.resolve,
  };
}

/**
 * Listens, and sends the beginning of a batch over a connection of its own. `closed` resolves when the server has seen
 * its end.
 */
async function sendTo(app: TestApi['app'], context: Pick<TestContext, 'after'>, rest: string) {
  if (!app.server.listening) {
    await app.listen({ host: '127.0.0.1', port: 0 });
    context.after(() => app.close());
  }
  const closed = new Promise<void>((resolve) => {
    app.server.once('request', (_request, response) => response.once('close', resolve));
  });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST /v1/batches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n` +
      `Content-Type: application/json\r\n${rest}`,
  );
  // Read, so that it notices when the other side ends it.
  socket.resume().on('error', () => {});
  context.after(() => socket.destroy());
  return { socket, closed };
}

function api(more: TestApiOptions = {}): TestApi {
  return createTestApi({ others, bodies: createBodyBudget({ processBytes: PROCESS_BYTES }), ...more });
}

test('an organization with too many bytes gets Retry-After while others are served', async () => {
  const { request, calls, letGo } = waitingApi();
  const first = request(batch(MEBIBYTE));
  await eventually('the first handler', () => calls.length === 1);
  const refused = await request(batch(MEBIBYTE));
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().error.code, 'concurrency_limit_exceeded');
  const message = 'of request bodies at a time from this organization is reached. Try again in 1 second.';
  assert.equal(refused.json().error.message, `The limit of 1 MiB ${message}`);
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

test('organizations with one root share its budget; another root is served', async () => {
  const { request, calls, letGo } = waitingApi();
  const first = request(batch(1.25 * MEBIBYTE));
  await eventually('the first handler', () => calls.length === 1);
  const refused = await request(batch(MEBIBYTE, SIBLING));
  assert.equal(refused.statusCode, 503);
  assert.equal(refused.json().error.code, 'service_unavailable');
  assert.equal(refused.headers['retry-after'], '1');
  const elsewhere = request(batch(MEBIBYTE, OTHER));
  await eventually('the other root', () => calls.length === 2);
  letGo();
  assert.equal((await first).statusCode, 200);
  assert.equal((await elsewhere).statusCode, 200);
});

test('a refused body releases its bytes', async () => {
  const { request } = api();
  for (let n = 0; n < 5; n++) {
    const wrong = { ...batch(MEBIBYTE), payload: `{"items":[${' '.repeat(MEBIBYTE)}nonsense` };
    assert.equal((await request(wrong)).statusCode, 422);
  }
});

test('a body that is announced but does not arrive takes no budget', async (context) => {
  const { app, request, calls } = api();
  await sendTo(app, context, `Content-Length: ${30 * MEBIBYTE}\r\n\r\n{`);
  await eventually('the request', async () => (await connections(app)) === 1);
  assert.equal((await request(batch(1.5 * MEBIBYTE))).statusCode, 200);
  assert.equal(calls.length, 1);
});

test('received bytes count, with a length or without, until the sender is gone', async (context) => {
  const { app, request } = api();
  const half = ' '.repeat(MEBIBYTE);
  const status = async () => (await request(batch(MEBIBYTE))).statusCode;
  for (const rest of [
    `Content-Length: ${30 * MEBIBYTE}\r\n\r\n${half}`,
    `Transfer-Encoding: chunked\r\n\r\n200000\r\n${half}`,
  ]) {
    let sent = await sendTo(app, context, rest);
    await eventually('the bytes', async () => {
      // They may have come while a question held as many, and been refused themselves.
      if (sent.socket.destroyed) sent = await sendTo(app, context, rest);
      return (await status()) === 429;
    });
    sent.socket.destroy();
    await sent.closed;
    await eventually('room', async () => (await status()) === 200);
  }
});

test('callers that leave while their keys are looked up hold no bytes', async (context) => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const { app, request } = api({
    // Its end stands behind bytes that nobody reads yet: it is the limit on the whole request that notices it.
    requestTimeoutMs: 1_000,
    beforeAuthentication: () => {
      asked++;
      return gate.promise;
    },
  });
  const payload = `Content-Length: ${MEBIBYTE}\r\n\r\n${body(MEBIBYTE)}`;
  const { socket, closed } = await sendTo(app, context, payload);
  await eventually('the look-up', () => asked === 1);
  socket.destroy();
  await closed;
  gate.resolve();
  assert.equal((await request(batch(1.5 * MEBIBYTE))).statusCode, 200);
});

test('the bytes of a caller that left stay counted while its request is handled', async (context) => {
  const { app, request, calls, letGo } = waitingApi();
  const payload = `Content-Length: ${MEBIBYTE}\r\n\r\n${body(MEBIBYTE)}`;
  const { socket, closed } = await sendTo(app, context, payload);
  await eventually('the handler', () => calls.length === 1);
  socket.destroy();
  await closed;
  assert.equal((await request(batch(MEBIBYTE))).statusCode, 429);
  letGo();
  await eventually('room', async () => (await request(batch(MEBIBYTE))).statusCode === 200);
});

test('a single text and an unmetered request count as well as a batch', async () => {
  const { request, calls, letGo } = waitingApi();
  const first = request(batch(MEBIBYTE));
  await eventually('the first handler', () => calls.length === 1);
  const payload = `{"name":"x"}${' '.repeat(MEBIBYTE)}`;
  for (const url of ['/v1/verifications', '/v1/api-keys']) {
    const { statusCode } = await request({ method: 'POST', url, payload, headers: batch(100).headers });
    assert.equal(statusCode, 429, url);
  }
  letGo();
  await first;
});

test('roots that take all they can get leave something for the next one', () => {
  const budget = createBodyBudget({ processBytes: PROCESS_BYTES });
  const piece = 32 * 1024;
  /** Takes bytes for ever more new organizations until there are none left. */
  const takeAll = (root_id: string) => {
    let organizations = 0;
    for (let taken = 0, got = true; got; taken = 0) {
      const held = budget.open({ root_id, organization_id: `org_${root_id}_${organizations++}` });
      try {
        for (;;) {
          held.add(piece);
          taken += piece;
        }
      } catch {
        got = taken > 0;
      }
    }
  };
  for (const root of ['usr_1', 'usr_2', 'usr_3']) takeAll(root);
  budget.open({ root_id: 'usr_4', organization_id: 'org_4' }).add(PROCESS_BYTES / 32);
});

function connections(app: TestApi['app']): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
