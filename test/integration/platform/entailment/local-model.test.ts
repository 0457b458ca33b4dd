/** The effect on the service when the process that runs a model dies, hangs or fails. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type LocalModelOptions, openLocalModel } from '#platform/entailment/local-model.ts';

const MODULE = new URL('../../../doubles/nli/model-process.ts', import.meta.url);
const PLACES = { model: '/models/any', runtime: '/models/runtime/node_modules/onnxruntime-node', module: MODULE };

async function open(t: TestContext, options: Partial<LocalModelOptions> = {}) {
  const problems: string[] = [];
  const model = openLocalModel({ ...PLACES, onProblem: (problem) => problems.push(problem), ...options });
  t.after(() => model.close());
  await model.ready();
  const read = (premises: string[], organization_id = 'org_1', signal = new AbortController().signal) =>
    model.read(
      premises.map((premise) => ({ premise, hypothesis: 'It fell.' })),
      { organization_id, signal },
    );
  return { model, read, problems };
}

const UNAVAILABLE = { ok: false, failure: 'unavailable' } as const;

test('scores come in the order of the pairs, however many there are', async (t) => {
  const { read } = await open(t);
  const premises = Array.from({ length: 70 }, (_, i) => 'x'.repeat(i + 1));
  const outcome = await read(premises);
  assert.ok(outcome.ok);
  assert.deepEqual(
    outcome.scores.map(({ entailment }) => Math.round(entailment * 100)),
    premises.map(({ length }) => length),
  );
});

test('if the process dies, only its present pairs fail; another reads the next', async (t) => {
  const { read, problems } = await open(t);
  const pidOf = (outcome: Awaited<ReturnType<typeof read>>) => outcome.ok && outcome.scores[0]!.contradiction;
  const before = pidOf(await read(['fine']));
  assert.deepEqual(await read(['crash']), UNAVAILABLE);
  const after = pidOf(await read(['fine']));
  assert.ok(before && after && before !== after);
  assert.deepEqual(problems, ['its process has ended']);
});

test('a process that dies repeatedly is not restarted for a while', async (t) => {
  const { read, problems } = await open(t);
  for (let i = 0; i < 3; i++) assert.deepEqual(await read(['crash']), UNAVAILABLE);
  assert.deepEqual(await read(['fine']), UNAVAILABLE);
  assert.equal(problems.length, 3);
});

test('a process that hangs is killed, and the next pairs are read', async (t) => {
  const { read } = await open(t, { readWithinMs: 1_500 });
  assert.deepEqual(await read(['hang']), { ok: false, failure: 'timeout' });
  assert.ok((await read(['fine'])).ok);
});

test('the process survives pairs on which the model fails', async (t) => {
  const { read, problems } = await open(t);
  assert.deepEqual(await read(['fail']), UNAVAILABLE);
  assert.ok((await read(['fine'])).ok);
  assert.deepEqual(problems, []);
});

test('an aborted caller takes no turn', async (t) => {
  const { read } = await open(t, { readWithinMs: 3_000 });
  const hanging = read(['hang']);
  const leaving = new AbortController();
  const left = read(['fine'], 'org_2', leaving.signal);
  leaving.abort();
  assert.deepEqual(await left, { ok: false, failure: 'timeout' });
  assert.equal((await hanging).ok, false);
});

test('closing rejects waiting calls', async (t) => {
  const { model, read } = await open(t);
  const hanging = read(['hang']);
  const waiting = read(['fine']);
  await model.close();
  assert.equal((await hanging).ok, false);
  assert.equal((await waiting).ok, false);
  assert.deepEqual(await read(['fine']), { ok: false, failure: 'busy' });
});

test('a model that crashes or hangs while loading is refused with a reason', async (t) => {
  const crashing = openLocalModel({ ...PLACES, model: '/models/crashes-at-open' });
  t.after(() => crashing.close());
  await assert.rejects(crashing.ready(), { name: 'ModelError', message: /process ended while it was loaded/ });
  const hanging = openLocalModel({ ...PLACES, model: '/models/hangs-at-open', openWithinMs: 300 });
  t.after(() => hanging.close());
  await assert.rejects(hanging.ready(), { name: 'ModelError', message: 'it takes too long to load' });
});

test('a model that could not be loaded is reported once and not retried', async (t) => {
  const problems: string[] = [];
  const onProblem = (problem: string) => problems.push(problem);
  const model = openLocalModel({ ...PLACES, model: '/models/crashes-at-open', onProblem });
  t.after(() => model.close());
  const pair = { premise: 'fine', hypothesis: 'It fell.' };
  const occasion = { organization_id: 'org_1', signal: new AbortController().signal };
  for (let i = 0; i < 3; i++) assert.deepEqual(await model.read([pair], occasion), UNAVAILABLE);
  assert.equal(problems.length, 1);
});

test('closing ends a process that is still loading, and rejects its callers', async () => {
  const model = openLocalModel({ ...PLACES, model: '/models/hangs-at-open' });
  const occasion = { organization_id: 'org_1', signal: new AbortController().signal };
  const waiting = model.read([{ premise: 'fine', hypothesis: 'It fell.' }], occasion);
  await model.close();
  assert.deepEqual(await waiting, UNAVAILABLE);
});

test('a caller that waits for a loading model can abort', async (t) => {
  const model = openLocalModel({ ...PLACES, model: '/models/hangs-at-open' });
  t.after(() => model.close());
  const leaving = new AbortController();
  const waiting = model.read([{ premise: 'fine', hypothesis: 'It fell.' }], {
    organization_id: 'org_1',
    signal: leaving.signal,
  });
  leaving.abort();
  assert.deepEqual(await waiting, { ok: false, failure: 'timeout' });
});
