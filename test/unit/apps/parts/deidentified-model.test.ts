import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deidentified } from '#apps/parts/deidentified-model.ts';
import type { LanguageModel, LanguageModelRequest } from '#contracts/ports/language-model.ts';
import { createEngine } from '#engine/in-thread.ts';

const REQUEST: LanguageModelRequest = {
  model: 'writer',
  messages: [
    { role: 'user', content: 'Write to anna@example.com.' },
    { role: 'assistant', content: 'To anna@example.com or to bo@example.com?' },
    { role: 'user', content: 'To [EMAIL_1], I said.' },
  ],
  answer: null,
  limits: { max_output_tokens: 100 },
  first_token: false,
};
const occasion = { organization_id: 'org_1', signal: new AbortController().signal };
const real = createEngine();
const engine = { forOrganization: () => real };

function modelThatSays(text: string) {
  const asked: LanguageModelRequest[] = [];
  const model: LanguageModel = {
    async ask(request) {
      asked.push(request);
      return { ok: true, answer: text, usage: null, first_token: null };
    },
  };
  return { model, asked };
}

test('an external model reads placeholders, which its answer resolves', async () => {
  const { model, asked } = modelThatSays('Dear [EMAIL_1], or [EMAIL_2], or [EMAIL_9].');
  const outcome = await deidentified(model, engine, { warn() {} }).ask(REQUEST, occasion);
  assert.deepEqual(outcome.ok && outcome.answer, 'Dear anna@example.com, or bo@example.com, or [EMAIL_9].');
  assert.deepEqual(
    asked[0]!.messages.map(({ role, content }) => [role, content]),
    [
      ['user', 'Write to [EMAIL_1].'],
      ['assistant', 'To [EMAIL_1] or to [EMAIL_2]?'],
      ['user', 'To [LITERAL_1], I said.'],
    ],
  );
});

test("a text that can't be de-identified is not sent", async () => {
  const { model, asked } = modelThatSays('Dear Anna.');
  const broken = { ...real, deidentify: () => Promise.reject(new Error('out of memory')) };
  const logged: string[] = [];
  const logger = { warn: (_: object, message: string) => void logged.push(message) };
  const outcome = await deidentified(model, { forOrganization: () => broken }, logger as never).ask(REQUEST, occasion);
  assert.deepEqual(outcome.ok || outcome.failure, { kind: 'unavailable', reason: 'server_error' });
  assert.equal(asked.length, 0);
  assert.equal(logged.length, 1);
});
