/** Language model servers on this machine are found by what they answer, and nothing else is taken for one. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { findServers, listModels } from '#platform/models/local-servers.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';

async function listening(context: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function dispatcherOf(context: TestContext) {
  const dispatcher = await openDirectDispatcher();
  context.after(() => dispatcher.destroy());
  return dispatcher;
}

const json =
  (value: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

test('a server is found with the models that can be named', async (context) => {
  const url = await listening(
    context,
    json({ object: 'list', data: [{ id: 'llama3.1:8b' }, { id: 'a b' }, { x: 1 }] }),
  );
  const found = await findServers(await dispatcherOf(context), [{ id: 'ollama', name: 'Ollama', url }]);
  assert.deepEqual(found, [{ id: 'ollama', name: 'Ollama', url, models: ['llama3.1:8b'] }]);
});

test('whatever else answers there is passed over', async (context) => {
  const others: RequestListener[] = [
    json({ error: 'no key' }, 401),
    json({ data: 'none' }),
    json([]),
    (_, response) => void response.end('<h1>It works!</h1>'),
    (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    (_, response) => void response.end(`{"data": [${'{"id": "a"},'.repeat(200_000)}{"id": "a"}]}`),
    (request) => void request.socket.destroy(),
  ];
  const urls = await Promise.all(others.map((answer) => listening(context, answer)));
  const closed = 'http://127.0.0.1:1/v1';
  const servers = [...urls, closed].map((url, n) => ({ id: `s${n}`, name: 'other', url }));
  assert.deepEqual(await findServers(await dispatcherOf(context), servers), []);
});

test('a server that never answers is not waited for', async (context) => {
  const url = await listening(context, () => {});
  await assert.rejects(listModels(await dispatcherOf(context), url), { name: 'TimeoutError' });
});

test('a key is sent to the server that is asked for by its URL', async (context) => {
  const url = await listening(context, (request, response) =>
    json(request.headers.authorization === 'Bearer k1' ? { data: [{ id: 'large' }] } : {})(request, response),
  );
  const dispatcher = await dispatcherOf(context);
  assert.deepEqual(await listModels(dispatcher, url, 'k1'), ['large']);
  assert.equal(await listModels(dispatcher, url), null);
});
