/** What becomes of answers that are made while they are sent, over real connections. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { generateApiKey } from '#common/api-key-format.ts';
import { ApiError } from '#contracts/errors.ts';
import type { Operation } from '#contracts/http/operation.ts';
import { AnswerPieces, PACE } from '#http/answer-pieces.ts';
import { createAnswerSlots } from '#http/answer-slots.ts';
import type { Answer, Handler } from '#http/route.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestApi, KEY, owner, recordingLogger, type TestApiOptions } from '#test/support/http-api.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

const PIECE = new Uint8Array(65_536).fill(32);
/** Far more than the connections of all requests take without being read. */
const PIECES = 20_000;
const PATH = '/v1/verifications/ver_1';

/** Answers of more than a gigabyte, were they made. */
function endless() {
  const made = { begun: 0, pieces: 0, ended: 0 };
  async function* pieces() {
    made.begun++;
    try {
      for (let piece = 0; piece < PIECES; piece++) {
        made.pieces++;
        yield PIECE;
      }
    } finally {
      made.ended++;
    }
  }
  const handler: Handler<Operation> = async ({ client }) => {
    await client.takeAnswerSlot('read');
    return { body: new AnswerPieces(pieces()) } as unknown as Answer;
  };
  return { made, handler };
}

async function listening(context: TestContext, options: TestApiOptions) {
  const api = createTestApi(options);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    await api.app.close();
  });
  const { port } = api.app.server.address() as AddressInfo;
  /** Sends a request and reads nothing. */
  const ask = async (key: string = KEY) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    sockets.push(socket);
    return socket;
  };
  return { ...api, port, ask, url: `http://127.0.0.1:${port}${PATH}` };
}

/** Resolves when the number has not changed for a while. */
async function still(number: () => number): Promise<number> {
  for (let before = -1; before !== number(); ) {
    before = number();
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return number();
}

test('of an answer that nobody reads only what the connection holds is made, and nothing once it is closed', async (context) => {
  const { made, handler } = endless();
  const { ask } = await listening(context, { handler });
  const socket = await ask();
  await eventually('begun answers: 1', () => made.begun === 1);
  assert.ok((await still(() => made.pieces)) < 1_000, `${made.pieces} pieces were made`);
  socket.destroy();
  await eventually('ended answers: 1', () => made.ended === 1);
});

test('24 abandoned requests of one organization make no more answers at a time than it may, and free them all', async (context) => {
  const { made, handler } = endless();
  const other = { ...owner, key_id: 'key_2', organization_id: 'org_2' };
  const otherKey = generateApiKey('development');
  const { ask } = await listening(context, { handler, others: { [otherKey]: other } });
  const sockets = await Promise.all(Array.from({ length: 24 }, () => ask()));
  await eventually('begun answers: 4', () => made.begun === 4);
  await still(() => made.pieces);
  assert.equal(made.begun, 4);
  await ask(otherKey);
  await eventually('begun answers: 5', () => made.begun === 5);
  for (const socket of sockets) socket.destroy();
  await eventually('ended answers: 4', () => made.ended === 4);
  for (let more = 0; more < 4; more++) await ask();
  await eventually('begun answers: 9', () => made.begun === 9);
});

test('a connection that reads too slowly is closed, and its slot is free', async (context) => {
  const { made, handler } = endless();
  const clock = new ManualClock();
  const pace = { ...PACE, now: () => clock.now(), timers: clock };
  const answers = createAnswerSlots({ slots: 1, pace });
  const { ask } = await listening(context, { handler, answers });
  const slow = await ask();
  await eventually('begun answers: 1', () => made.begun === 1);
  await still(() => made.pieces);
  await ask();
  clock.advance(PACE.graceMs - 1);
  assert.equal(made.begun, 1);
  clock.advance(1);
  await once(slow.resume(), 'close');
  await eventually('one ended and the next one begun', () => made.ended === 1 && made.begun === 2);
});

test('an answer that was made at once must be taken at the pace as well', async (context) => {
  const clock = new ManualClock();
  const pace = { ...PACE, now: () => clock.now(), timers: clock };
  for (const body of [new Uint8Array(32 * 1024 * 1024), { text: 'x'.repeat(32 * 1024 * 1024) }]) {
    let answered = 0;
    const handler: Handler<Operation> = async ({ client }) => {
      await client.takeAnswerSlot('read');
      answered++;
      return { body } as unknown as Answer;
    };
    const { ask } = await listening(context, { handler, answers: createAnswerSlots({ slots: 1, pace }) });
    const slow = await ask();
    await eventually('the first one is answered', () => answered === 1);
    await ask();
    clock.advance(30_000);
    await still(() => answered);
    clock.advance(2_000_000);
    await once(slow.resume(), 'close');
    await eventually('the next one is answered', () => answered === 2);
  }
});

test('the slot of a request that waits behind another one of its connection is freed with the connection', async (context) => {
  const { made, handler } = endless();
  const { ask } = await listening(context, { handler, answers: createAnswerSlots({ slots: 2 }) });
  const socket = await ask();
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n\r\n`);
  await eventually('begun answers: 2', () => made.begun === 2);
  socket.destroy();
  await eventually('ended answers: 2', () => made.ended === 2);
  await Promise.all([ask(), ask()]);
  await eventually('begun answers: 4', () => made.begun === 4);
});

test('an answer that breaks off is seen to be cut short, and said to be without what was in it', async (context) => {
  const { logger, lines } = recordingLogger();
  const handler: Handler<Operation> = async () => {
    async function* pieces() {
      yield PIECE;
      yield PIECE;
      throw new TypeError('about a secret text');
    }
    return { body: new AnswerPieces(pieces()) } as unknown as Answer;
  };
  const { url } = await listening(context, { handler, logger });
  const response = await fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
  const line = lines.find(({ message }) => message === 'an answer broke off');
  assert.equal(line?.fields.error_class, 'TypeError');
  assert.doesNotMatch(JSON.stringify(lines), /secret/);
});

test('what fails with the first piece is refused with a status; too many reads at once too', async (context) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const handler: Handler<Operation> = async ({ client }) => {
    await client.takeAnswerSlot('read');
    async function* pieces(): AsyncGenerator<Uint8Array> {
      await held;
      yield* [];
      throw new ApiError('verification_expired');
    }
    return { body: new AnswerPieces(pieces()) } as unknown as Answer;
  };
  const { url } = await listening(context, { handler, answers: createAnswerSlots({ readsPerOrganization: 1 }) });
  const get = () => fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
  const answers = [get(), get()];
  const refused = await Promise.race(answers);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'concurrency_limit_exceeded');
  letGo();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [410, 429]);
});
