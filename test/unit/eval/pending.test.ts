import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import { replayWithPending } from '#eval/run/pending.ts';
import { recordModel, requestHash } from '#platform/models/recordings.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const OCCASION = { organization_id: 'org_1', signal: new AbortController().signal };
const asked = (name: 'statements' | 'second_look' | 'labels', content: string): LanguageModelRequest => ({
  model: 'm',
  messages: [{ role: 'user', content }],
  answer: { name, schema: { type: 'string' } },
  limits: { max_output_tokens: 1 },
  first_token: false,
});

test('questions without an answer are kept, of claims only where their text has one', async (context) => {
  const folder = await temporaryFolder();
  context.after(() => folder.remove());
  const [recorded, pending] = [join(folder.path, 'recorded'), join(folder.path, 'pending')];
  const answers = { ask: async () => ({ ok: true as const, answer: {}, usage: null, first_token: null }) };
  await recordModel(answers, recorded).ask(asked('statements', 'second text'), OCCASION);
  const model = replayWithPending(recorded, pending);
  const all = [
    asked('statements', 'first text'),
    asked('labels', 'a claim of the first'),
    asked('statements', 'second text'),
    asked('labels', 'a claim of the second'),
  ] as const;
  for (const request of all) await model.ask(request, OCCASION);
  const expected = [all[0], all[3]].map((request) => `${requestHash(request)}.json`);
  assert.deepEqual((await readdir(pending)).sort(), expected.sort());
});

test('claims are kept once the second question about their text has an answer too', async (context) => {
  const folder = await temporaryFolder();
  context.after(() => folder.remove());
  const [recorded, pending] = [join(folder.path, 'recorded'), join(folder.path, 'pending')];
  const answers = { ask: async () => ({ ok: true as const, answer: {}, usage: null, first_token: null }) };
  const first = asked('statements', 'a text');
  const second = asked('second_look', 'the text again');
  const claim = asked('labels', 'a claim of it');
  const kept = async () => {
    const model = replayWithPending(recorded, pending);
    for (const request of [first, second, claim]) await model.ask(request, OCCASION);
    return (await readdir(pending)).sort();
  };
  await recordModel(answers, recorded).ask(first, OCCASION);
  assert.deepEqual(await kept(), [`${requestHash(second)}.json`]);
  await recordModel(answers, recorded).ask(second, OCCASION);
  assert.deepEqual(await kept(), [second, claim].map((request) => `${requestHash(request)}.json`).sort());
});
