/** `evidence model`, against a stand-in of the hub. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { OWN_ARTICLES } from '#apps/models/calibration-data.ts';
import { DEFAULT_MODEL } from '#apps/models/known-models.ts';
import { RUNTIME_PACKAGE, RUNTIME_VERSION } from '#apps/models/runtime.ts';
import { type HubModelFiles, openHubServer } from '#test/doubles/hub/server.ts';
import { evidence } from '#test/support/command-line.ts';
import { runtimeForTests } from '#test/support/nli/runtime.ts';
import { writeTinyModel } from '#test/support/nli/tiny-model.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const COMMIT = 'c0ffee0000000000000000000000000000000000';
const TOKEN = 'hf_TheSecretOfTheOperator';
const GRAPH = 'onnx/model_quantized.onnx';
const CONTENT = Buffer.alloc(300_000, 'graph ');

function model(changes: Partial<HubModelFiles> = {}): HubModelFiles {
  const files = {
    'README.md': Buffer.from('# A model'),
    'config.json': Buffer.from('{}'),
    'tokenizer.json': Buffer.from('{}'),
    'tokenizer_config.json': Buffer.from('{}'),
    'onnx/model.onnx': Buffer.alloc(2_000, 'larger'),
    [GRAPH]: CONTENT,
  };
  return { id: 'acme/reader', revision: 'main', commit: COMMIT, files, ...changes };
}

async function open(t: TestContext, ...models: HubModelFiles[]) {
  const hub = await openHubServer(...models);
  const folder = await temporaryFolder();
  t.after(async () => {
    await hub.close();
    await folder.remove();
  });
  // As if the runtime had been installed: npm is another test's subject.
  const runtime = join(folder.path, 'models/runtime/node_modules', RUNTIME_PACKAGE);
  mkdirSync(runtime, { recursive: true });
  writeFileSync(join(runtime, 'package.json'), JSON.stringify({ name: RUNTIME_PACKAGE, version: RUNTIME_VERSION }));
  const environment: Record<string, string> = { HF_ENDPOINT: hub.url };
  const run = async (...args: string[]) => {
    const ended = await evidence(folder.path, ['model', ...args], { environment });
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(TOKEN), 'the token is printed');
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes('signature'), 'a signed address is printed');
    return ended;
  };
  const at = (...path: string[]) => join(folder.path, 'models', ...path);
  const left = () => readdirSync(at()).filter((name) => name !== 'runtime');
  return { hub, run, at, left, environment };
}

test('a model is pulled with its graph, locked by revision and hashes, and used', async (t) => {
  const { hub, run, at } = await open(t, model());
  const pulled = await run('pull', 'acme/reader', '--no-check');
  assert.equal(pulled.stderr.includes('evidence:'), false, pulled.stderr);
  assert.equal(pulled.code, 0);
  assert.match(pulled.stdout, /acme\/reader pulled \(c0ffee00\)/);
  assert.deepEqual(readFileSync(at('acme--reader', GRAPH)), CONTENT);
  assert.equal(existsSync(at('acme--reader', 'onnx/model.onnx')), false);
  const lock = JSON.parse(readFileSync(at('acme--reader/evidence-lock.json'), 'utf8'));
  assert.equal(lock.commit, COMMIT);
  assert.equal(lock.revision, 'main');
  const graph = lock.files.find(({ path }: { path: string }) => path === GRAPH);
  assert.deepEqual([graph.size, graph.sha256], [CONTENT.length, createHash('sha256').update(CONTENT).digest('hex')]);
  const [first] = JSON.parse((await run('list', '--json')).stdout);
  assert.deepEqual([first.id, first.in_use, first.version], ['acme/reader', true, 'c0ffee00']);
  const asked = hub.requests.length + hub.downloads.length;
  assert.match((await run('pull', 'acme/reader', '--no-check')).stdout, /was there already/);
  assert.ok(hub.requests.length + hub.downloads.length <= asked + 3, 'files were downloaded again');
});

test('without a name, the default model is pulled at the given revision', async (t) => {
  const { run } = await open(t, model({ id: DEFAULT_MODEL, revision: 'v1.0' }));
  const pulled = await run('pull', '--revision', 'v1.0', '--json', '--no-check');
  assert.equal(pulled.code, 0, pulled.stderr);
  assert.deepEqual([JSON.parse(pulled.stdout).id, JSON.parse(pulled.stdout).revision], [DEFAULT_MODEL, 'v1.0']);
});

test('the token is sent to the hub, not to where it redirects', async (t) => {
  const { hub, run, environment } = await open(t, model({ gatedFor: TOKEN }));
  environment.HF_TOKEN = TOKEN;
  assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 0);
  assert.ok(hub.requests.every(({ authorization }) => authorization === `Bearer ${TOKEN}`));
  assert.ok(hub.downloads.length > 0);
  assert.ok(hub.downloads.every(({ authorization }) => authorization === undefined));
});

test('an interrupted download continues where it stopped', async (t) => {
  const { hub, run, at } = await open(t, model());
  hub.trouble(`storage/${encodeURIComponent(GRAPH)}`, 'breaks_in_body', 'hangs_up');
  assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 0);
  const [whole, ...rest] = hub.downloads.map(({ range }) => range);
  assert.equal(whole, undefined);
  assert.ok(rest.length >= 1 && rest.every((range) => /^bytes=[1-9]\d*-$/.test(range ?? '')), String(rest));
  assert.deepEqual(readFileSync(at('acme--reader', GRAPH)), CONTENT);
});

test('without support for ranges, a download starts again', async (t) => {
  const { hub, run, at } = await open(t, model());
  hub.trouble(`storage/${encodeURIComponent(GRAPH)}`, 'breaks_in_body', 'ignores_range');
  assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 0);
  assert.deepEqual(readFileSync(at('acme--reader', GRAPH)), CONTENT);
});

test('the next pull continues an interrupted one', async (t) => {
  const { hub, run, at, left } = await open(t, model());
  hub.trouble(`storage/${encodeURIComponent(GRAPH)}`, 'breaks_in_body');
  hub.trouble(`resolve/main/${GRAPH}`, 'none', { status: 429, headers: { 'retry-after': '700' } });
  const refused = await run('pull', 'acme/reader', '--no-check');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /asked too much \(429\): try again in 700 seconds/);
  assert.equal(existsSync(at('acme--reader')), false);
  hub.requests.length = 0;
  assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 0);
  assert.deepEqual(left(), ['acme--reader', 'in-use.json']);
});

for (const trouble of ['broken_content', 'longer_content'] as const) {
  test(`a file with ${trouble.replace('_', ' ')} is deleted and nothing is installed`, async (t) => {
    const { hub, run, at } = await open(t, model());
    hub.trouble(`storage/${encodeURIComponent(GRAPH)}`, trouble);
    const pulled = await run('pull', 'acme/reader', '--no-check');
    assert.equal(pulled.code, 1);
    assert.match(pulled.stderr, /model_quantized\.onnx is (?:not what|larger than) the hub lists.*deleted: try again/);
    assert.equal(existsSync(at('acme--reader')), false);
    assert.match((await run('list')).stdout, /base-mnli-fever-anli +not pulled/);
    assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 0);
  });
}

test('a failed pull keeps the present version', async (t) => {
  const { hub, run, at } = await open(t, model());
  assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 0);
  hub.models[0] = model({ files: { ...model().files, [GRAPH]: Buffer.alloc(5_000, 'new') } });
  hub.trouble(`storage/${encodeURIComponent(GRAPH)}`, 'broken_content');
  assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 1);
  assert.deepEqual(readFileSync(at('acme--reader', GRAPH)), CONTENT);
  assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 0);
  assert.equal(readFileSync(at('acme--reader', GRAPH)).length, 5_000);
});

const REFUSALS: [name: string, refusal: Parameters<typeof explained>[0]][] = [
  ['a model that does not exist', { pull: 'acme/none', says: /check its name; a private model needs HF_TOKEN/ }],
  [
    'one that does not exist, with a token',
    { pull: 'acme/none', token: TOKEN, says: /has no acme\/none.*check its name/ },
  ],
  ['a gated model', { gated: true, says: /is gated: accept its conditions.*set HF_TOKEN/ }],
  [
    'a gated model, with a token',
    { gated: true, token: 'hf_other', says: /accept its conditions.*account of HF_TOKEN/ },
  ],
  ['a revision that does not exist', { args: ['--revision', 'v9'], says: /acme\/reader has no revision v9/ }],
  ['a token that is refused', { trouble: { status: 401 }, token: TOKEN, says: /HF_TOKEN is not accepted/ }],
  [
    'a hub that is overloaded for long',
    {
      trouble: { status: 429, headers: { ratelimit: '"api";r=0;t=900' } },
      says: /too much \(429\): try again in 900 s/,
    },
  ],
  ['a hub that fails', { trouble: { status: 500 }, says: /answered with status 500: try again later/ }],
  ['something that is no hub', { trouble: 'not_json', says: /doesn't answer like a model hub: check HF_ENDPOINT/ }],
  ['a redirect that leads nowhere', { trouble: { status: 302 }, says: /redirects to nowhere/ }],
  ['a model without an ONNX export', { lacks: ['onnx/model.onnx', GRAPH], says: /has no ONNX export/ }],
  ['a model without a tokenizer', { lacks: ['tokenizer.json'], says: /has no tokenizer\.json/ }],
];

async function explained(
  refusal: {
    pull?: string;
    gated?: boolean;
    token?: string;
    args?: string[];
    trouble?: Parameters<Awaited<ReturnType<typeof openHubServer>>['trouble']>[1];
    lacks?: string[];
    says: RegExp;
  },
  t: TestContext,
) {
  const { pull = 'acme/reader', gated = false, token, args = [], trouble, lacks = [], says } = refusal;
  const files = Object.fromEntries(Object.entries(model().files).filter(([path]) => !lacks.includes(path)));
  const { hub, run, left, environment } = await open(t, model({ files, ...(gated && { gatedFor: TOKEN }) }));
  if (token !== undefined) environment.HF_TOKEN = token;
  if (trouble !== undefined) hub.trouble('/tree/', trouble);
  const ended = await run('pull', pull, ...args);
  assert.equal(ended.code, 1, ended.stderr);
  assert.match(ended.stderr, says);
  assert.equal(ended.stderr.trim().split('\n').at(-1)!.startsWith('evidence: '), true);
  assert.deepEqual(left(), []);
}

for (const [name, refusal] of REFUSALS) {
  test(`the message says what to do about ${name}`, (t) => explained(refusal, t));
}

test('without a network the message names the host', async (t) => {
  const { hub, run } = await open(t, model());
  await hub.close();
  const ended = await run('pull', 'acme/reader', '--no-check');
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\): check the network or HF_ENDPOINT/);
});

test('names that lead out of the folder are refused as wrong usage', async (t) => {
  const { hub, run } = await open(t, model());
  for (const args of [['../../etc'], ['acme/..'], ['acme'], ['acme/reader', '--revision', '../x']]) {
    const ended = await run('pull', ...args);
    assert.equal(ended.code, 2, args.join(' '));
  }
  assert.deepEqual(hub.requests, []);
});

test('a model can be disabled, enabled again and removed', async (t) => {
  const { run, left } = await open(t, model());
  const missing = await run('use', 'acme/reader');
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /was not pulled: run "evidence model pull acme\/reader"/);
  assert.equal((await run('pull', 'acme/reader', '--no-check')).code, 0);
  const state = async () => JSON.parse((await run('list', '--json')).stdout)[0].in_use;
  assert.equal((await run('use', 'none')).code, 0);
  assert.equal(await state(), false);
  assert.equal((await run('use', 'acme/reader')).code, 0);
  assert.equal(await state(), true);
  assert.equal((await run('remove', 'acme/reader')).code, 0);
  assert.deepEqual(left(), []);
  assert.equal((await run('remove', 'acme/reader')).code, 1);
});

const runtime = await runtimeForTests();

test('a pulled model is checked at once; one that adds nothing is reported', {
  skip: typeof runtime === 'string' && runtime,
}, async (t) => {
  if (typeof runtime === 'string') return;
  const source = await temporaryFolder();
  t.after(source.remove);
  const labels = ['entailment', 'neutral', 'contradiction'];
  writeTinyModel(source.path, { family: 'unigram', labels, says: { yes: [4, 0, 0] } });
  const names = ['config.json', 'tokenizer.json', 'tokenizer_config.json', GRAPH];
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(source.path, name))]));
  const { run, at } = await open(t, model({ files }));
  rmSync(at('runtime'), { recursive: true });
  symlinkSync(join(runtime.models, 'runtime'), at('runtime'));
  const pulled = await run('pull', 'acme/reader');
  assert.equal(pulled.code, 0, pulled.stderr);
  assert.match(pulled.stderr, /12 articles, \d+ claims; tier 1 leaves \d+ open/);
  assert.match(pulled.stderr, /settles too few claims rightly: it counts as none/);
  assert.equal(JSON.parse(readFileSync(at('acme--reader/calibration.json'), 'utf8')).is_of_use, false);
  const checked = await run('check', '--json', '--data', join(OWN_ARTICLES, 'enc-tambora'));
  assert.equal(JSON.parse(checked.stdout).articles, 1);
});

test('a broken model is reported with the reason', {
  skip: typeof runtime === 'string' && runtime,
}, async (t) => {
  if (typeof runtime === 'string') return;
  const { run, at } = await open(t, model());
  rmSync(at('runtime'), { recursive: true });
  symlinkSync(join(runtime.models, 'runtime'), at('runtime'));
  const pulled = await run('pull', 'acme/reader');
  assert.equal(pulled.code, 1);
  assert.match(pulled.stderr, /evidence: the model can't be used: its config\.json is not what such a file holds/);
});
