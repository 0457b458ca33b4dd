/** What the client of a model hub waits for, and what it passes over in a listing. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openHub } from '#platform/hub/hub.ts';

const MODEL = { id: 'acme/reader', revision: 'main' };
const FILE = { type: 'file', path: 'config.json', size: 10, oid: 'a'.repeat(40) };

/** Asks for the listing of a model; `waited` are the pauses in milliseconds. */
async function asking(context: TestContext, answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const waited: number[] = [];
  const hub = openHub({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: null,
    pause: async (milliseconds) => void waited.push(milliseconds),
  });
  context.after(async () => {
    await hub.close();
    server.close();
  });
  return { waited, files: () => hub.files(MODEL) };
}

test('a hub that is overloaded is waited for as long as it says', async (context) => {
  const refusals: [number, Record<string, string>][] = [
    [429, { ratelimit: '"api";r=0;t=57', 'ratelimit-policy': '"fixed window";"api";q=500;w=300' }],
    [503, { 'retry-after': '3' }],
  ];
  const { waited, files } = await asking(context, (_, response) => {
    const [status, headers] = refusals.shift() ?? [200, {}];
    response.writeHead(status, headers).end(JSON.stringify([FILE]));
  });
  assert.deepEqual(
    (await files()).map(({ path }) => path),
    ['config.json'],
  );
  assert.deepEqual(waited, [57_000, 3_000]);
});

test('a hub that says nothing of the wait is tried three times', async (context) => {
  const { waited, files } = await asking(context, (_, response) => void response.writeHead(429).end());
  await assert.rejects(files(), { code: 'rate_limited', message: /try again later/ });
  assert.deepEqual(waited, [1_000, 2_000]);
});

test('a hub that wants a long pause is not waited for', async (context) => {
  const { waited, files } = await asking(
    context,
    (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end(),
  );
  await assert.rejects(files(), { message: /try again in 3600 seconds/ });
  assert.deepEqual(waited, []);
});

test('unknown entries and enormous files do not spoil a listing', async (context) => {
  const others = [
    { type: 'directory', path: 'onnx' },
    { type: 'submodule', path: 'other', target: 1 },
    { ...FILE, path: 'pytorch_model.bin', size: 30_000_000_000 },
  ];
  const { files } = await asking(context, (_, response) => void response.end(JSON.stringify([...others, FILE])));
  assert.deepEqual(
    (await files()).map(({ path }) => path),
    ['config.json'],
  );
});

test('a file without a hash still makes the answer that of no hub', async (context) => {
  const { files } = await asking(
    context,
    (_, response) => void response.end(JSON.stringify([{ type: 'file', path: 'config.json', size: 1 }])),
  );
  await assert.rejects(files(), { code: 'bad_response' });
});
