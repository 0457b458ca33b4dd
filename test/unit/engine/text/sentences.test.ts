import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentences } from '#engine/text/sentences.ts';
import fc from '#test/support/property.ts';

const cut = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end));

const whole = [
  'Dr. J. R. Smith of the U.S. Navy met Mrs. Jones at 5 p.m. Monday.',
  'Revenue rose to $3.5 billion, i.e. 12.4 percent, e.g. in the U.K. market.',
  'Well... maybe he waited … and then left.',
  'See https://example.com/a.b?c=d. for more, or mail a.b@example.org.',
  'It is No. 5 on the list (p. 12, fig. 3 and vol. 2).',
  'The team 🎉 won the cup 🏆 again.',
  'She said "Stop. Go home. Now." and left.',
  'Acme Inc. bought Widgets Co. Ltd. for cash.',
  'The film (released in 1999. It flopped.) was a comedy.',
];
for (const text of whole) test(`stays whole: ${text}`, () => assert.deepEqual(cut(text), [text]));

const split: [string, string[]][] = [
  ['He left. She stayed!  Why? "No idea." They know.', ['He left.', 'She stayed!', 'Why?', '"No idea."', 'They know.']],
  ['He moved to the U.S. In 1999 he died.', ['He moved to the U.S.', 'In 1999 he died.']],
  ['It cost 3.5 million.[1][2] The end.', ['It cost 3.5 million.[1][2]', 'The end.']],
  ['We won! 🎉 The city rejoiced.', ['We won! 🎉', 'The city rejoiced.']],
  ['Museum of Naples.These were found.', ['Museum of Naples.', 'These were found.']],
  ['One\r\n\r\nTwo goes\r\non here', ['One', 'Two goes\r\non here']],
  ['A Short Title\nThe text begins here.', ['A Short Title', 'The text begins here.']],
  ['東京は首都です。人口は多い。', ['東京は首都です。', '人口は多い。']],
  ['I was born in 1990. You were not.', ['I was born in 1990.', 'You were not.']],
];
for (const [text, expected] of split) test(`comes apart: ${text}`, () => assert.deepEqual(cut(text), expected));

test('spans are ordered, disjoint, and cover everything but white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      let cursor = 0;
      for (const { start, end } of sentences(text)) {
        assert.ok(start >= cursor && end > start);
        assert.equal(text.slice(cursor, start).trim(), '');
        assert.equal(text.slice(start, end).trim(), text.slice(start, end));
        cursor = end;
      }
      assert.equal(text.slice(cursor).trim(), '');
    }),
  );
});
