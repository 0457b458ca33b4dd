import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { PACE } from '#http/response-pieces.ts';
import { send, sendText } from '#http/send.ts';
import { eventually } from '#test/support/eventually.ts';

const MEBIBYTE = 1024 * 1024;
/** Only a client that reads nothing at all is too slow. */
const SHORT = { ...PACE, graceMs: 200, bytesPerSecond: 1_000 * MEBIBYTE };

const LIST = { data: Array.from({ length: 1_000 }, () => 'a'.repeat(32 * 1024)) };

const bodies: Record<string, (request: FastifyRequest, reply: FastifyReply) => FastifyReply> = {
  'a text': (request, reply) => sendText(request, reply, 'a'.repeat(32 * MEBIBYTE), SHORT),
  'a long list': (request, reply) => {
    const served = new Promise<void>((resolve) => reply.raw.once('close', resolve));
    return send(request, reply, { served, takeResponseSlot: async () => () => {} }, SHORT, LIST);
  },
};

for (const [name, respond] of Object.entries(bodies)) {
  test(`a client that does not read ${name} loses its connection`, { timeout: 20_000 }, async (context) => {
    const app = Fastify();
    let closed: Promise<unknown[]> | null = null;
    app.get('/', async (request, reply) => {
      closed = once(request.raw.socket, 'close');
      return respond(request, reply);
    });
    await app.listen();
    context.after(() => app.close());
    const client = connect((app.server.address() as AddressInfo).port);
    context.after(() => client.destroy());
    client.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually('the request', () => closed !== null);
    const [hadError] = await closed!;
    assert.equal(hadError, false);
  });
}

test('a long list arrives whole', async (context) => {
  const app = Fastify();
  app.get('/', async (request, reply) => bodies['a long list']!(request, reply));
  context.after(() => app.close());
  const { body } = await app.inject('/');
  assert.equal(body, JSON.stringify(LIST));
});
