/** The test call of a model, in a browser: while it is asked, and what came of it; with and without script. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { assertFlawless } from '#test/support/chromium.ts';
import { eventually } from '#test/support/eventually.ts';
import { type InChromium, openInChromium } from '#test/support/in-chromium.ts';

const NAME = 'reader:8b';
const MINUTE_MS = 60_000;

/** Keeps for the next page what this one says while the model is asked: who drives a browser waits for the next page. */
const NOTE_SAID = `document.addEventListener('submit', () => setTimeout(() => {
  const { disabled } = document.querySelector('form[data-test] button');
  sessionStorage.said = document.querySelector('[data-waiting]').innerText + (disabled ? ' disabled' : '');
}))`;

let opened: InChromium;
let model: ModelServer;
let relationship = 'contradicts';
before(async () => {
  const format = chatCompletions('ollama');
  model = await openModelServer({ format, says: () => ({ text: JSON.stringify({ relationship }) }) });
  const { url } = model;
  const settings = {
    url,
    name: NAME,
    key: 'key-of-it',
    kind: 'general',
    isExternal: false,
    prices: NO_PRICES,
  } as const;
  opened = await openInChromium({ model: settings });
});
after(async () => {
  await opened?.close();
  await model?.close();
});

for (const [how, script] of [
  ['with script', true],
  ['without script', false],
] as const) {
  it(`a model is tried by one question, ${how}`, async () => {
    const watched = await opened.signedIn({ script });
    const { page } = watched;
    for (const [said, outcome] of [
      ['contradicts', 'It answers as verifications need it.'],
      ['supports', 'It answers, but not rightly'],
    ] as const) {
      relationship = said;
      opened.service.advance(MINUTE_MS);
      await page.goto('/app/providers');
      const asked = model.requests.length;
      const answer = Promise.withResolvers<void>();
      model.held = answer.promise;
      if (script) await page.evaluate(NOTE_SAID);
      await page.getByRole('button', { name: 'Test call' }).click({ noWaitAfter: true });
      await eventually('the model is asked', async () => model.requests.length > asked);
      answer.resolve();
      await page.getByText(outcome).waitFor();
      assert.equal(model.requests.length, asked + 1);
      if (script) assert.match(await page.evaluate('sessionStorage.said'), /^reader:8b is being asked, .* disabled$/);
      await assertFlawless(watched);
    }
    await watched.context.close();
  });
}
