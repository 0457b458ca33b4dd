/** The language model that the operator sets while the service runs. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLanguageModelOperations } from '#apps/control/language-model.ts';
import { readOperatorSetting } from '#apps/models/operator-setting.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import type { Ground } from '#test/support/ground/ground.ts';
import { newGround } from '#test/support/ground/new-ground.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

let server: ModelServer;
let ground: Ground;
let service: TestService;
before(async () => {
  server = await openModelServer({ format: chatCompletions('ollama') });
  ground = await newGround();
  service = await openTestService({ ground });
});
after(async () => {
  await service.close();
  await ground.remove();
  await server.close();
});

const operations = () => createLanguageModelOperations(service.service);
const use = (name: string | null) =>
  operations().useLanguageModel({ model: name === null ? null : { url: server.url, name } });
const modelIds = async () => (await service.call('GET', '/models')).body.data.map(({ id }: { id: string }) => id);
/** What shapes the verdicts of a verification that begins now. */
const judge = async () => {
  const { status, body, text } = await service.call('GET', '/engine');
  assert.equal(status, 200, text);
  return body.judge_configuration as string;
};

test('a model that is set judges at once, is listed, and is kept; none ends that', async () => {
  assert.equal(await operations().languageModel({}), null);
  const alone = await judge();
  assert.deepEqual(await use('reader:8b'), {
    name: 'reader:8b',
    url: server.url,
    kind: 'general',
    is_external: false,
    from: 'set',
  });
  assert.match(await judge(), /\+reader:8b \(several-\d+\)$/);
  assert.ok((await modelIds()).includes('reader:8b'));
  assert.equal((await use('bespoke-minicheck'))!.kind, 'grounding');

  await service.close();
  service = await openTestService({ ground });
  assert.match(await judge(), /bespoke-minicheck/);
  assert.equal(await use(null), null);
  assert.equal(await judge(), alone);
  assert.ok(!(await modelIds()).includes('bespoke-minicheck'));
});

test('another process takes up what was set', async () => {
  const { values } = service.service.stores.operations;
  await use('reader:8b');
  assert.deepEqual(await readOperatorSetting(values), { url: server.url, name: 'reader:8b' });
  // Written by the command of another process.
  assert.ok(await values.compareAndSet('operator-model', (await values.get('operator-model'))!, JSON.stringify(null)));
  service.advance(2_000);
  assert.equal(await operations().languageModel({}), null);
});

test('a URL that must not be used is refused, and what is no setting is none', async () => {
  const elsewhere = { url: 'http://models.example/v1', name: 'large' };
  await assert.rejects(operations().useLanguageModel({ model: elsewhere }), /must be https, or its host:port must be/);
  const { values } = service.service.stores.operations;
  await values.compareAndSet('operator-model', await values.get('operator-model'), '{"url": 1}');
  service.advance(2_000);
  assert.equal(await operations().languageModel({}), null);
});
