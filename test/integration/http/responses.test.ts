/** Responses that are made while they are sent, over real connections. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { generateApiKey } from '#common/api-key-format.ts';
import { ApiError } from '#contracts/errors.ts';
import type { Operation } from '#contracts/http/operation.ts';
import { PACE, ResponsePieces, timeFor } from '#http/response-pieces.ts';
import { createResponseSlots } from '#http/response-slots.ts';
import type { Handler, HandlerResult } from '#http/route.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestApi, KEY, owner, recordingLogger, type TestApiOptions } from '#test/support/http-api.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

const PIECE = new Uint8Array(65_536).fill(32);
/** Far more than unread connections of all requests hold. */
const PIECES = 20_000;
const PATH = '/v1/verifications/ver_1';

/** Responses that would be more than a gigabyte if they were made in full. */
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
    await client.takeResponseSlot('read');
    return { body: new ResponsePieces(pieces()) } as unknown as HandlerResult;
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
  /** Sends a request without reading the response. */
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

test('an unread response is only produced as far as the connection buffers it', async (context) => {
  const { made, handler } = endless();
  const { ask } = await listening(context, { handler });
  const socket = await ask();
  await eventually('begun responses: 1', () => made.begun === 1);
  assert.ok((await still(() => made.pieces)) < 1_000, `${made.pieces} pieces were made`);
  socket.destroy();
  await eventually('ended responses: 1', () => made.ended === 1);
});

test('24 abandoned requests of one organization keep to its slots and free them all', async (context) => {
  const { made, handler } = endless();
  const other = { ...owner, key_id: 'key_2', organization_id: 'org_2' };
  const otherKey = generateApiKey('development');
  const { ask } = await listening(context, { handler, others: { [otherKey]: other } });
  const sockets = await Promise.all(Array.from({ length: 24 }, () => ask()));
  await eventually('begun responses: 4', () => made.begun === 4);
  await ask(otherKey);
  await eventually('begun responses: 5', () => made.begun >= 5);
  assert.equal(made.begun, 5);
  for (const socket of sockets) socket.destroy();
  await eventually('ended responses: 4', () => made.ended === 4);
  for (let more = 0; more < 4; more++) await ask();
  await eventually('begun responses: 9', () => made.begun === 9);
});

test('a connection that reads too slowly is closed and frees its slot', async (context) => {
  const { made, handler } = endless();
  const clock = new ManualClock();
  const pace = { ...PACE, now: () => clock.now(), timers: clock };
  const responseSlots = createResponseSlots({ slots: 1, pace });
  const { ask } = await listening(context, { handler, responseSlots });
  const slow = await ask();
  await eventually('begun responses: 1', () => made.begun === 1);
  await still(() => made.pieces);
  await ask();
  clock.advance(PACE.graceMs + timeFor(PIECE.length, PACE) - 1);
  assert.equal(made.begun, 1);
  clock.advance(1);
  await once(slow.resume(), 'close');
  await eventually('one ended and the next one begun', () => made.ended === 1 && made.begun === 2);
});

test("a response is sent completely, even after the handler's time limit", async (context) => {
  const handler: Handler<Operation> = async () => {
    async function* pieces() {
      for (let piece = 0; piece < 10; piece++) {
        yield PIECE;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    return { body: new ResponsePieces(pieces()) } as unknown as HandlerResult;
  };
  const { url } = await listening(context, { handler, handlerTimeoutMs: 200 });
  const response = await fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
  assert.equal((await response.bytes()).length, 10 * PIECE.length);
});

test('a response that was made at once must be read at the pace as well', async (context) => {
  const clock = new ManualClock();
  const pace = { ...PACE, now: () => clock.now(), timers: clock };
  for (const body of [new Uint8Array(32 * 1024 * 1024), { text: 'x'.repeat(32 * 1024 * 1024) }]) {
    let answered = 0;
    const handler: Handler<Operation> = async ({ client }) => {
      await client.takeResponseSlot('read');
      answered++;
      return { body } as unknown as HandlerResult;
    };
    const { ask } = await listening(context, { handler, responseSlots: createResponseSlots({ slots: 1, pace }) });
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

test('after a time-out nothing waits for a slot, and nothing is made', async (context) => {
  let asked = 0;
  let begun = 0;
  const ended: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const handler: Handler<Operation> = async ({ client }) => {
    asked++;
    await client.takeResponseSlot('read').catch((error: unknown) => {
      ended.push((error as { code?: unknown }).code);
      throw error;
    });
    begun++;
    await gate.promise;
    return { body: {} } as unknown as HandlerResult;
  };
  const responseSlots = createResponseSlots({ slots: 1 });
  const leave = await responseSlots.take({ organization_id: 'org_2' }, 'read', new AbortController().signal);
  const { url } = await listening(context, { handler, responseSlots, handlerTimeoutMs: 100 });
  const response = await fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
  assert.equal(response.status, 504);
  await eventually('the end of waiting', () => ended.length === 1);
  leave();
  gate.resolve();
  await still(() => begun);
  assert.deepEqual([asked, begun, ended], [1, 0, ['client_gone']]);
});

test('waiting too long for a slot is a timeout; a returned slot is free', async (context) => {
  const handler: Handler<Operation> = async ({ client, params }) => {
    const { verification_id } = params as { verification_id: string };
    if (verification_id === 'ver_1') {
      await client.takeResponseSlot('work');
      await client.takeResponseSlot('work', 0);
      return new Promise<never>(() => {});
    }
    const giveBack = await client.takeResponseSlot('work', 50);
    giveBack();
    await client.takeResponseSlot('work', 5_000);
    return { body: {} } as unknown as HandlerResult;
  };
  const { url, ask } = await listening(context, { handler, responseSlots: createResponseSlots({ slots: 1 }) });
  const get = () => fetch(url.replace('ver_1', 'ver_2'), { headers: { authorization: `Bearer ${KEY}` } });
  const free = await get();
  assert.equal(free.status, 200);
  const holder = await ask();
  await eventually('a full house', async () => (await get()).status === 504);
  holder.destroy();
  await eventually('a free slot', async () => (await get()).status === 200);
});

test('a pipelined request holds no slot while it waits', async (context) => {
  const { made, handler } = endless();
  const { ask } = await listening(context, { handler, responseSlots: createResponseSlots({ slots: 2 }) });
  const socket = await ask();
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n\r\n`);
  await eventually('begun responses: 1', () => made.begun === 1);
  await ask();
  await eventually('begun responses: 2', () => made.begun === 2);
  socket.destroy();
  await eventually('ended responses: 1', () => made.ended === 1);
  await ask();
  await eventually('begun responses: 3', () => made.begun === 3);
  assert.equal(await still(() => made.begun), 3);
});

test('a client that reads at the pace also gets the response it pipelined', async (context) => {
  const clock = new ManualClock();
  const pace = { ...PACE, now: () => clock.now(), timers: clock };
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const handler: Handler<Operation> = async ({ client }) => {
    await client.takeResponseSlot('read');
    const gate = gates[begun++]!;
    async function* pieces() {
      // More than a response holds while it waits for its connection.
      yield PIECE;
      yield PIECE;
      await gate.promise;
      yield Buffer.from('ended ');
    }
    return { body: new ResponsePieces(pieces()) } as unknown as HandlerResult;
  };
  const { ask } = await listening(context, { handler, responseSlots: createResponseSlots({ slots: 2, pace }) });
  const socket = await ask();
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n\r\n`);
  await eventually('the first pieces', () => received.length > 2 * PIECE.length);
  // The time for making the first response does not count against the client, and it can't read the second one
  // meanwhile.
  clock.advance(2 * PACE.graceMs);
  for (const { resolve } of gates) resolve();
  await eventually('both responses', () => received.match(/ended /g)?.length === 2);
});

test('a response that breaks off is visibly truncated, and logged without its content', async (context) => {
  const { logger, lines } = recordingLogger();
  const handler: Handler<Operation> = async () => {
    async function* pieces() {
      yield PIECE;
      yield PIECE;
      throw new TypeError('about a secret text');
    }
    return { body: new ResponsePieces(pieces()) } as unknown as HandlerResult;
  };
  const { url } = await listening(context, { handler, logger });
  const response = await fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
  const line = lines.find(({ message }) => message === 'a response was cut off');
  assert.equal(line?.fields.error_class, 'TypeError');
  assert.doesNotMatch(JSON.stringify(lines), /secret/);
});

test('a failing first piece gets an error status, and so do too many reads', async (context) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const handler: Handler<Operation> = async ({ client }) => {
    await client.takeResponseSlot('read');
    async function* pieces(): AsyncGenerator<Uint8Array> {
      await held;
      yield* [];
      throw new ApiError('verification_expired');
    }
    return { body: new ResponsePieces(pieces()) } as unknown as HandlerResult;
  };
  const { url } = await listening(context, { handler, responseSlots: createResponseSlots({ readsPerRoot: 1 }) });
  const get = () => fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
  const responses = [get(), get()];
  const refused = await Promise.race(responses);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '1');
  const { error } = (await refused.json()) as { error: { code: string; message: string } };
  assert.equal(error.code, 'concurrency_limit_exceeded');
  const limit = /^The limit of \d+ results that an organization reads at a time is reached\. Try again in 1 second\.$/;
  assert.match(error.message, limit);
  letGo();
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [410, 429]);
});
