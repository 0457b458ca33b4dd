import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { LanguageModel, LanguageModelRequest, ModelOutcome } from '#contracts/ports/language-model.ts';
import { recordModel, replayModel, requestHash } from '#platform/models/recordings.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const REQUEST: LanguageModelRequest = {
  model: 'small-1',
  messages: [{ role: 'user', content: 'Halvorsen — “ferry”?' }],
  answer: { name: 'answer', schema: { type: 'object', properties: { label: { type: 'string' } } } },
  limits: { max_output_tokens: 10 },
  first_token: false,
};
const ANSWER: ModelOutcome = {
  ok: true,
  answer: { label: 'yes', quotes: ['a', null, 1.5] },
  usage: { input_tokens: 3, output_tokens: 2 },
  first_token: [{ token: 'Yes', logprob: -0.25 }],
};
const occasion = { organization_id: 'org_1', signal: new AbortController().signal };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

function answering(outcome: ModelOutcome): LanguageModel & { asked: number } {
  return {
    asked: 0,
    async ask() {
      this.asked++;
      return outcome;
    },
  };
}

test('a recorded answer is replayed, and its model is asked once', async () => {
  const path = join(folder.path, 'answers');
  const model = answering(ANSWER);
  const recording = recordModel(model, path);
  assert.deepEqual(await recording.ask(REQUEST, occasion), ANSWER);
  assert.deepEqual(await recording.ask(REQUEST, occasion), ANSWER);
  assert.equal(model.asked, 1);
  assert.deepEqual(await replayModel(path).ask(REQUEST, occasion), ANSWER);
  const files = await readdir(path);
  assert.deepEqual(files, [`${requestHash(REQUEST)}.json`]);
  assert.equal((await stat(join(path, files[0]!))).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(await readFile(join(path, files[0]!), 'utf8')).request, REQUEST);
});

test('the order of keys does not change the hash, anything else does', () => {
  const reordered = Object.fromEntries(Object.entries(REQUEST).reverse()) as unknown as LanguageModelRequest;
  assert.equal(requestHash(reordered), requestHash(REQUEST));
  const others: LanguageModelRequest[] = [
    { ...REQUEST, model: 'small-2' },
    { ...REQUEST, messages: [{ role: 'user', content: 'Halvorsen — "ferry"?' }] },
    { ...REQUEST, limits: { max_output_tokens: 11 } },
    { ...REQUEST, answer: null },
  ];
  assert.equal(new Set([REQUEST, ...others].map(requestHash)).size, 5);
  assert.match(requestHash(REQUEST), /^[0-9a-f]{64}$/);
});

test('a missing and an unreadable recording are failures that name the hash', async () => {
  const hash = requestHash(REQUEST);
  const missing = await replayModel(folder.path).ask(REQUEST, occasion);
  assert.deepEqual(missing.ok || missing.failure, { kind: 'not_recorded', hash, reason: 'missing' });
  await writeFile(join(folder.path, `${hash}.json`), '{"outcome":{"ok":true,"answer":');
  const broken = await replayModel(folder.path).ask(REQUEST, occasion);
  assert.deepEqual(broken.ok || broken.failure, { kind: 'not_recorded', hash, reason: 'unreadable' });
});

test('temporary failures are not recorded, final ones are', async () => {
  const passing: ModelOutcome = { ok: false, failure: { kind: 'rate_limited', retry_after_ms: null }, usage: null };
  await recordModel(answering(passing), folder.path).ask(REQUEST, occasion);
  assert.deepEqual(await readdir(folder.path), []);
  const final: ModelOutcome = { ok: false, failure: { kind: 'refused' }, usage: null };
  await recordModel(answering(final), folder.path).ask(REQUEST, occasion);
  assert.deepEqual(await replayModel(folder.path).ask(REQUEST, occasion), final);
});
