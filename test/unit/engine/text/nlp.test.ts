import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyse } from '#engine/text/nlp.ts';
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

test('"cannot" is split at the end of a sentence as it is in the middle', () => {
  for (const text of ['You cannot go.', 'He cannot.', 'The evening one can be seen, the morning one CANNOT.']) {
    const tokens = analyse(text);
    const at = tokens.findIndex(({ lower }) => lower === 'not');
    const [can, not] = [tokens[at - 1]!, tokens[at]!];
    assert.deepEqual([can.lower, can.lemma, can.pos], ['can', 'can', 'AUX']);
    assert.deepEqual([not.lower, not.lemma, not.pos, not.start], ['not', 'not', 'PART', can.end]);
  }
});

test('every token has a lemma, at the end of a sentence too', () => {
  for (const word of ["can't", "won't", 'gonna', 'cannot', "it's", "they'd", "y'all", 'gimme', "o'clock", 'dunno']) {
    for (const token of analyse(`Here one ${word}.`)) assert.equal(typeof token.lemma, 'string', token.text);
  }
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
