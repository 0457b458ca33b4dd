import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheKeys } from '#apps/cli/gate/cache-keys.ts';

const KEYS = cacheKeys('a secret');
const WORDS = 'The firm was founded in 1999.';

test('what is sealed with a text opens with that text, that place and that key alone', () => {
  const sealed = KEYS.seal(WORDS, 'a place', '["Halvorsen Ferries was founded in 1999."]');
  assert.equal(KEYS.open(WORDS, 'a place', sealed), '["Halvorsen Ferries was founded in 1999."]');
  assert.equal(KEYS.open(`${WORDS} `, 'a place', sealed), null);
  assert.equal(KEYS.open(WORDS, 'another place', sealed), null);
  assert.equal(cacheKeys('another secret').open(WORDS, 'a place', sealed), null);
  assert.equal(KEYS.open(WORDS, 'a place', ''), null);
});

test('the same is sealed otherwise each time, and shows nothing of itself', () => {
  const value = 'Halvorsen Ferries was founded in 1999. '.repeat(20);
  const [one, other] = [KEYS.seal(WORDS, 'a place', value), KEYS.seal(WORDS, 'a place', value)];
  assert.notEqual(one, other);
  assert.doesNotMatch(Buffer.from(one, 'base64').toString('latin1'), /Halvorsen|1999/);
});
