import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { registerReference } from '#http/reference.ts';

const BUNDLE = '/reference/swagger-ui-bundle.js';

test('the script of the reference is sent compressed to clients that take it', async (context) => {
  const app = Fastify();
  registerReference(app);
  context.after(() => app.close());
  const get = (accepted?: string) =>
    app.inject({ url: BUNDLE, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
  const plain = await get();
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers.vary, 'accept-encoding');
  for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5']) {
    const gzipped = await get(accepted);
    assert.equal(gzipped.headers['content-encoding'], 'gzip', accepted);
    assert.ok(gzipped.rawPayload.length < plain.rawPayload.length / 2);
    assert.deepEqual(gunzipSync(gzipped.rawPayload), plain.rawPayload);
  }
  for (const refused of ['identity', 'gzip;q=0', 'gzip; q=0.0, br']) {
    assert.equal((await get(refused)).headers['content-encoding'], undefined, refused);
  }
});

test('what is sent of the reference is shared by all connections', async (context) => {
  const app = Fastify();
  const sent: unknown[] = [];
  app.addHook('onSend', async (_request, _reply, payload) => {
    sent.push(payload);
  });
  registerReference(app);
  context.after(() => app.close());
  await app.inject(BUNDLE);
  await app.inject(BUNDLE);
  assert.ok(Buffer.isBuffer(sent[0]));
  assert.equal(sent[0], sent[1]);
});
