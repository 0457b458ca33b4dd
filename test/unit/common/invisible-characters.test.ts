import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripInvisible } from '#common/invisible-characters.ts';
import fc from '#test/support/property.ts';

test('zero-width, BiDi, tag and control characters are removed', () => {
  const hidden = '\u200b\u200d\u202e\u2066\u2069\ufeff\u00ad\u061c\u0007\u{e0041}\u{e007f}\u{e0100}';
  assert.equal(stripInvisible(`Ac${hidden}me`), 'Acme');
});

test('visible characters are kept', () => {
  const seen = 'Zürich\t50 %\n— “ok” 日本語 עברית 😀 ❤\ufe0f';
  assert.equal(stripInvisible(seen), seen);
});

test('property: idempotent and well-formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = stripInvisible(text);
      assert.equal(stripInvisible(once), once);
      assert.ok(once.isWellFormed());
    }),
  );
});
