/** `evidence model use` with a language model: alone, beside a running service, and for what the environment names. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { evidence } from '#test/support/command-line.ts';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const server = createServer(
  (_, response) => void response.end('{"data": [{"id": "reader:8b"}, {"id": "small:latest"}]}'),
);
let url: string;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
after(() => server.close());

test('without a service the model is kept in the data folder', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const used = await evidence(folder.path, ['model', 'use', url, 'reader:8b', '--json']);
  assert.equal(used.code, 0, used.stderr);
  const model = { name: 'reader:8b', url, kind: 'general', is_external: false, from: 'set' };
  assert.deepEqual(JSON.parse(used.stdout), model);
  const mistyped = await evidence(folder.path, ['model', 'use', url, 'reeder:8b']);
  assert.equal(mistyped.code, 1);
  assert.match(mistyped.stderr, /has no model reeder:8b: it has reader:8b, small:latest/);
  // As Ollama takes it.
  assert.equal((await evidence(folder.path, ['model', 'use', url, 'small'])).code, 0);
  const none = await evidence(folder.path, ['model', 'use', 'none']);
  assert.match(none.stdout, /asks no language model any more/);
  const strange = await evidence(folder.path, ['model', 'use', 'llama']);
  assert.equal(strange.code, 2);
  assert.match(strange.stderr, /a language model ollama\/NAME, lmstudio\/NAME/);
});

test('a running service takes a model up, and starts with it again', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  let service = await startService(folder.path, {});
  context.after(() => service.stop());
  const engine = async () => (await service.request('GET', '/v1/engine')).body.judge_configuration;
  const alone = await engine();
  const used = await evidence(folder.path, ['model', 'use', 'http://127.0.0.1:1/v1', 'reader:8b']);
  assert.match(used.stderr, /nothing answers at http:\/\/127\.0\.0\.1:1\/v1 at present/);
  assert.match(used.stdout, /^the language model reader:8b at 127\.0\.0\.1:1 is asked from now on$/m);
  assert.match(await engine(), /\+reader:8b \(several-\d+\)$/);
  await service.stop();
  service = await startService(folder.path, {});
  const started = service.logs.find(({ msg }) => msg === 'listening')!;
  assert.equal(started.language_model, 'reader:8b');
  assert.equal((await evidence(folder.path, ['model', 'use', 'none'])).code, 0);
  assert.equal(await engine(), alone);
});

test('what the environment names comes first', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const environment = { EVIDENCE_MODEL_URL: url, EVIDENCE_MODEL: 'reader:8b' };
  const refused = await evidence(folder.path, ['model', 'use', url, 'small'], { environment });
  assert.equal(refused.code, 1, refused.stderr);
  assert.match(refused.stderr, /EVIDENCE_MODEL names the model, which comes first/);
});
