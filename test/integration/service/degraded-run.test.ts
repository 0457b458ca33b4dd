/** A run without its language model says so in the result itself, and names no model that took no part. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelSettings } from '#apps/configuration.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService } from '#test/support/service/open.ts';

/** Nothing listens there. */
const AWAY: ModelSettings = {
  url: 'http://127.0.0.1:1/v1',
  name: 'an-absent-model',
  key: 'a-key-of-nobody',
  kind: 'general',
  isExternal: false,
  prices: NO_PRICES,
};
const TOLD = /No language model read 1 of 1 claim: the language model could not be reached\./;

test('a model that is not reached is told in every form of the result', async (context) => {
  const service = await openTestService({ realEngine: true, libraryDirectory: 'examples/library', model: AWAY });
  context.after(() => service.close());
  await eventually('the library', async () => (await service.call('GET', '//readyz', { key: null })).status === 200);
  const body = { content: 'The station has 24 turbines.' };
  const posted = await service.call('POST', '/verifications', { body });
  assert.equal(posted.status, 201, posted.text);
  const { id } = posted.body.result;
  const read = await service.call('GET', `/verifications/${id}`);
  const json = await service.call('GET', `/verifications/${id}/export?format=json`);
  const html = await service.call('GET', `/verifications/${id}/export?format=html`);
  assert.deepEqual(read.body.result.limitations, posted.body.result.limitations);
  for (const { text } of [posted, read, json, html]) {
    assert.match(text, TOLD);
    assert.doesNotMatch(text, /127\.0\.0\.1:1/);
  }
  assert.doesNotMatch(posted.body.result.engine.judge_configuration, /an-absent-model/);
  assert.deepEqual(read.body.result.engine, posted.body.result.engine);
});
