/** Answers of a language model that later verifications of the same organization find. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModel, ModelOutcome } from '#contracts/ports/language-model.ts';
import { createModelAnswerCache } from '#pipeline/consultations/model-answer-cache.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';
import { createMemoryBlobStore, type MemoryBlobStore } from '#test/support/memory-blob-store.ts';
import { eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, NOW, verificationsOn } from '#test/support/pipeline/harness.ts';
import { judgingModel } from '#test/support/pipeline/judging-model.ts';
import { NONSENSE } from '#test/support/pipeline/scripted-engine.ts';

const SUPPORTS: ModelOutcome = {
  ok: true,
  answer: 'supports',
  usage: { input_tokens: 21, output_tokens: 9 },
  first_token: null,
};
const SENTENCE = 'The bridge is long.';
const DAY_MS = 24 * 3_600_000;

interface Setup {
  harness: Harness;
  asked: string[];
  blobs: MemoryBlobStore;
  failures: unknown[];
  judgingModel: JudgingModel;
}

function setup(answer: () => ModelOutcome = () => SUPPORTS, blobs = createMemoryBlobStore()): Setup {
  const asked: string[] = [];
  const failures: unknown[] = [];
  const model: LanguageModel = {
    async ask({ messages }) {
      asked.push(messages[0]!.content);
      return answer();
    },
  };
  const judging = judgingModel({ model });
  const answerCache = createModelAnswerCache({
    blobs,
    verifications: { texts: (id, options) => verificationsOn(harness).texts(id, options) },
    clock: { now: () => harness.now.ms },
    secret: new Uint8Array(32),
    onFailure: (error) => void failures.push(error),
  });
  const harness: Harness = createHarness({ library: ['The bridge was rebuilt.'], judgingModel: judging, answerCache });
  return { harness, asked, blobs, failures, judgingModel: judging };
}

async function verify({ harness }: Setup, id: string, overrides: Parameters<Harness['request']>[1] = {}) {
  const stream = await harness.request(SENTENCE, { verification_id: id, ...overrides });
  await harness.run();
  const events = eventsOf(harness.events.log, stream);
  const dataOf = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data as object);
  return {
    consulted: dataOf('ModelConsulted'),
    completed: dataOf('VerificationCompleted')[0]!,
    judged: dataOf('ClaimJudged'),
  };
}

test('an equal question of a later verification is answered from memory, and says so', async () => {
  const given = setup();
  const first = await verify(given, 'ver_1');
  const second = await verify(given, 'ver_2');
  assert.deepEqual(given.asked, [SENTENCE]);
  assert.partialDeepStrictEqual(first.consulted, [{ outcome: 'answered', input_tokens: 21, output_tokens: 9 }]);
  assert.ok(!('remembered' in first.consulted[0]!));
  assert.partialDeepStrictEqual(second.consulted, [
    { outcome: 'answered', remembered: true, input_tokens: 0, output_tokens: 0 },
  ]);
  assert.partialDeepStrictEqual(second.judged, [{ verdict: 'supported' }]);
  assert.partialDeepStrictEqual(second.completed, {
    model_usage: { questions: 0, remembered: 1, input_tokens: 0, output_tokens: 0, cost_cents: 0 },
  });
  assert.deepEqual(given.harness.consulted, ['answered', 'remembered']);
});

test('a verification that used a cached answer replays without the one that asked', async () => {
  const given = setup();
  await verify(given, 'ver_1');
  await verify(given, 'ver_2');
  await given.harness.vault.shred(['ver_1']);
  const { claims, head } = (await given.harness.verifications.loadCompleted('ver_2')).state;
  assert.equal(head.status, 'completed');
  assert.equal([...claims.values()][0]!.judged!.verdict, 'supported');
});

test('another organization is not answered from memory', async () => {
  const given = setup();
  await verify(given, 'ver_1');
  await verify(given, 'ver_2', { organization_id: 'org_2' });
  assert.equal(given.asked.length, 2);
});

test('another prompt, model or server is another question', async () => {
  const given = setup();
  await verify(given, 'ver_1');
  for (const [i, change] of [
    { prompt_version: 'scripted-2' },
    { name: 'another' },
    { server: 'https://b.example' },
  ].entries()) {
    Object.assign(given.judgingModel, change);
    await verify(given, `ver_${i + 2}`);
    assert.equal(given.asked.length, i + 2);
  }
});

test('answers are lost with the key of the verification that asked', async () => {
  const given = setup();
  await verify(given, 'ver_1');
  await given.harness.vault.shred(['ver_1']);
  await verify(given, 'ver_2');
  assert.equal(given.asked.length, 2);
  assert.deepEqual(given.failures, []);
});

test('from the moment its verification expires, an answer is not used, erased or not', async () => {
  const given = setup();
  await verify(given, 'ver_1', { expires_at: new Date(NOW + 1_000).toISOString() });
  given.harness.now.ms += 1_000;
  await verify(given, 'ver_2');
  assert.equal(given.asked.length, 2);
});

test('an answer is used for a week at most, and swept then', async () => {
  const given = setup();
  const month = { expires_at: new Date(NOW + 30 * DAY_MS).toISOString() };
  await verify(given, 'ver_1', month);
  given.harness.now.ms += 7 * DAY_MS - 1;
  await verify(given, 'ver_2', month);
  assert.equal(given.asked.length, 1);
  given.harness.now.ms += 1;
  assert.equal(await given.blobs.sweep(new Date(given.harness.now.ms).toISOString()), 1);
  await verify(given, 'ver_3', month);
  assert.equal(given.asked.length, 2);
});

test('zero retention neither leaves an answer nor finds one', async () => {
  const given = setup();
  await verify(given, 'ver_1', { zero_retention: true });
  assert.equal(given.blobs.blobs.size, 0);
  await verify(given, 'ver_2');
  assert.equal(given.blobs.blobs.size, 1);
  await verify(given, 'ver_3', { zero_retention: true });
  assert.equal(given.asked.length, 3);
});

test('a failure is not cached', async () => {
  const given = setup(() => ({ ok: false, failure: { kind: 'refused' }, usage: null }));
  await verify(given, 'ver_1');
  assert.equal(given.blobs.blobs.size, 0);
});

test('an unusable answer is not cached', async () => {
  const given = setup(() => ({ ...SUPPORTS, answer: NONSENSE }));
  await verify(given, 'ver_1');
  assert.equal(given.blobs.blobs.size, 0);
  await verify(given, 'ver_2');
  assert.equal(given.asked.length, 2);
});

test('a stored entry shows neither the question nor the answer', async () => {
  const given = setup(() => ({ ...SUPPORTS, answer: 'the answer of the model' }));
  await verify(given, 'ver_1');
  const kept = [...given.blobs.blobs].map(([key, { bytes }]) => key + Buffer.from(bytes).toString('utf8')).join();
  assert.doesNotMatch(kept, /bridge|answer of the model/);
});

test('an organization has a bounded number of places', async () => {
  const blobs = createMemoryBlobStore();
  const answerCache = createModelAnswerCache({
    blobs,
    verifications: { texts: async () => null },
    clock: { now: () => NOW },
    secret: new Uint8Array(32),
    onFailure: assert.ifError,
  });
  const request = { model: 'm', messages: [], answer: null, limits: { max_output_tokens: 1 }, first_token: false };
  const answer = { verification_id: 'ver_1', expires_at: new Date(NOW + DAY_MS).toISOString(), claim_id: 'clm_1' };
  for (let i = 0; i < 20_000; i++) {
    const question = { organization_id: 'org_1', server: 'operator', prompt_version: `${i}`, request };
    await answerCache.put(question, { ...answer, detail: 'sealed' });
  }
  assert.ok(blobs.blobs.size <= 4_096, `${blobs.blobs.size}`);
});

test('if the memory fails or is damaged, the model is asked', async () => {
  const broken = createMemoryBlobStore();
  broken.get = () => Promise.reject(new Error('the store is away'));
  broken.put = () => Promise.reject(new Error('the store is away'));
  const away = setup(() => SUPPORTS, broken);
  assert.partialDeepStrictEqual((await verify(away, 'ver_1')).judged, [{ verdict: 'supported' }]);
  assert.equal(away.failures.length, 2);

  const damaged = setup();
  await verify(damaged, 'ver_1');
  for (const [key, blob] of damaged.blobs.blobs) {
    damaged.blobs.blobs.set(key, { ...blob, bytes: Buffer.from('{"question":') });
  }
  await verify(damaged, 'ver_2');
  assert.equal(damaged.asked.length, 2);
});
