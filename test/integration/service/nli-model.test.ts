/** An NLI model of this machine behind a service, in the shape under test. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { writeCalibratedModel } from '#test/support/nli/calibrated-model.ts';
import { runtimeForTests } from '#test/support/nli/runtime.ts';
import type { TinyModel } from '#test/support/nli/tiny-model.ts';
import { openTestService } from '#test/support/service/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const runtime = await runtimeForTests();
const skip = typeof runtime === 'string' && runtime;

/** It takes "yes" for a sign that everything follows. */
const MODEL: TinyModel = {
  family: 'bytelevel',
  labels: ['contradiction', 'entailment', 'neutral'],
  says: { yes: [0, 9, 0] },
  config: { max_position_embeddings: 512 },
};
const TEXT = 'The Halvorsen ferry has been crossing the fjord since 1987.';
const BEGAN = 'Crossings of the fjord by the Halvorsen ferry began in 1987, yes.';

async function prepare(t: TestContext, changes: Parameters<typeof writeCalibratedModel>[4] = {}) {
  if (typeof runtime === 'string') throw new Error(runtime);
  const folder = await temporaryFolder();
  t.after(folder.remove);
  const library = join(folder.path, 'library');
  await mkdir(library);
  await writeFile(join(library, 'ferry.md'), `# Ferries of the coast\n\n${BEGAN}\n`);
  const model = await writeCalibratedModel(join(folder.path, 'models'), 'tiny', MODEL, runtime, changes);
  return { library, model };
}

async function open(t: TestContext, library: string, model?: string) {
  const service = await openTestService({
    realEngine: true,
    libraryDirectory: library,
    ...(model !== undefined && { judgeModelDirectory: model }),
  });
  t.after(() => service.close());
  await eventually('the library', async () => (await service.call('GET', '//readyz', { key: null })).status === 200);
  const verify = async () => {
    const answer = await service.call('POST', '/verifications', { body: { content: TEXT, mode: 'fast' } });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.result;
  };
  return { service, verify };
}

test('it settles claims that the local judge leaves open, and the result names it', { skip }, async (t) => {
  const { library, model } = await prepare(t);
  const { service, verify } = await open(t, library, model);
  const result = await verify();
  assert.deepEqual(
    result.claims.map(({ verdict }: { verdict: string }) => verdict),
    ['supported'],
  );
  assert.match(result.claims[0].supporting_evidence[0].relationship_explanation, /^An NLI model reads/);
  assert.match(result.engine.judge_configuration, /^local-judge-.*\+tiny@[0-9a-f]{8} \(nli-3\)$/);
  // What came of it is in the events: nobody is asked for it again.
  await rm(model, { recursive: true });
  assert.deepEqual((await service.call('GET', `/verifications/${result.id}`)).body.result, result);
});

test("if the model fails, the local judge's verdicts remain", { skip }, async (t) => {
  const { library, model } = await prepare(t);
  const graph = join(model, 'onnx/model_quantized.onnx');
  const { length } = await readFile(graph);
  await writeFile(graph, Buffer.alloc(length, 0xa7));
  const { service, verify } = await open(t, library, model);
  const result = await verify();
  assert.deepEqual(
    result.claims.map(({ verdict }: { verdict: string }) => verdict),
    ['unverifiable'],
  );
  assert.match(result.claims[0].limitations.join(' '), /NLI model did not read all passages.*could not be run/);
  assert.ok(
    service.logs.some((line) => line.includes('the NLI model failed') && line.includes('not those that were checked')),
  );
});

test('without a model, a log line names the command that gets one', async (t) => {
  const folder = await temporaryFolder();
  t.after(folder.remove);
  const { service, verify } = await open(t, folder.path);
  assert.equal(service.logs.filter((line) => line.includes('evidence model pull')).length, 1);
  assert.doesNotMatch((await verify()).engine.judge_configuration, /nli/);
});

test('a model that settles too few claims rightly is not used', { skip }, async (t) => {
  const { library, model } = await prepare(t, { is_of_use: false });
  const { service, verify } = await open(t, library, model);
  assert.ok(service.logs.some((line) => line.includes('the NLI model is not used') && line.includes('counts as none')));
  assert.doesNotMatch((await verify()).engine.judge_configuration, /nli/);
});

test('a calibration of another version asks for a new check', { skip }, async (t) => {
  const { library, model } = await prepare(t, { version: 'nli-0' });
  const { service } = await open(t, library, model);
  assert.ok(service.logs.some((line) => line.includes('no calibration: run') && line.includes('evidence model check')));
});

test('a missing folder ends the start and names the variable', async () => {
  const opening = openTestService({ judgeModelDirectory: join(import.meta.dirname, 'none') });
  await assert.rejects(opening, { name: 'ConfigurationError', message: /EVIDENCE_JUDGE_MODEL must be a folder/ });
});
