import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '#engine/language/nlp.ts';
import fc from '#test/support/property.ts';

test('an overlong word becomes several tokens with exact offsets that cover it', () => {
  for (const word of ['A', 'ab1', '😀', '-', 'x.', '٣']) {
    const text = `It was ${word.repeat(40_000 / word.length)} in 2019.`;
    const tokens = analyse(text);
    let end = 0;
    for (const token of tokens) {
      assert.equal(text.slice(token.start, token.end), token.text);
      assert.equal(text.slice(end, token.start).trim(), '');
      end = token.end;
    }
    assert.equal(text.slice(end), '');
    assert.deepEqual(
      tokens.slice(-2).map((token) => token.text),
      ['2019', '.'],
    );
  }
});

test('a URL below 1,000 characters stays one token', () => {
  const url = `https://example.org/${'path/'.repeat(150)}`;
  const tokens = analyse(`See ${url} for more.`);
  assert.ok(tokens.some((token) => token.text.length > 700));
});

test('tokens of any text are literal slices of it, in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      let end = 0;
      for (const token of analyse(text)) {
        assert.ok(token.start >= end);
        assert.equal(text.slice(token.start, token.end), token.text);
        end = token.end;
      }
    }),
    { numRuns: 300 },
  );
});
