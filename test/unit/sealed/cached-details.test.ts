import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createSealer } from '#platform/crypto/envelope.ts';
import { cacheDetails } from '#sealed/cached-details.ts';
import { createVerificationTexts } from '#sealed/verification-texts.ts';

const KEY = new Uint8Array(32).fill(1);
const Detail = z.object({ words: z.array(z.string()) });

/** Texts whose openings are counted. */
function counted() {
  const sealer = createSealer();
  const opened = { times: 0 };
  const counting = {
    ...sealer,
    open: (...args: Parameters<typeof sealer.open>) => {
      opened.times++;
      return sealer.open(...args);
    },
  };
  return { texts: cacheDetails(createVerificationTexts('ver_1', KEY, counting)), opened };
}

test('a detail that was sealed or opened here need not be opened again', () => {
  const { texts, opened } = counted();
  const detail = { words: ['a'] };
  const sealed = texts.seal('clm_1', 'claim', detail);
  assert.equal(texts.open('clm_1', 'claim', sealed, Detail), detail);
  assert.equal(texts.opener.detail(sealed, 'clm_1', 'claim'), detail);
  assert.equal(opened.times, 0);

  const elsewhere = createVerificationTexts('ver_1', KEY, createSealer()).seal('clm_2', 'claim', detail);
  assert.deepEqual(texts.open('clm_2', 'claim', elsewhere, Detail), detail);
  assert.deepEqual(texts.open('clm_2', 'claim', elsewhere, Detail), detail);
  assert.equal(opened.times, 1);
  assert.equal(texts.cachedCharacters, sealed.length + elsewhere.length);
});

test('a cached detail is not found in another place', () => {
  const { texts } = counted();
  const sealed = texts.seal('clm_1', 'claim', { words: [] });
  assert.throws(() => texts.opener.detail(sealed, 'clm_2', 'claim'), { code: 'seal_broken' });
  assert.throws(() => texts.opener.detail(sealed, 'clm_1', 'evidence'), { code: 'seal_broken' });
  assert.throws(() => texts.open('clm_2', 'claim', sealed, Detail), { code: 'seal_broken' });
});

test('too many details are dropped, and later ones are not cached', () => {
  const { texts, opened } = counted();
  // Different numbers, so that compression does not make the sealed text small.
  const large = Array.from({ length: 60_000 }, (_, i) => String(Math.imul(i, 2_654_435_761)));
  const first = texts.seal('clm_1', 'claim', { words: large });
  const second = texts.seal('clm_2', 'claim', { words: large });
  const third = texts.seal('clm_3', 'claim', { words: [] });
  for (const [i, sealed] of [first, second, third].entries()) texts.opener.detail(sealed, `clm_${i + 1}`, 'claim');
  assert.equal(opened.times, 3);
  assert.equal(texts.cachedCharacters, 0);
});
