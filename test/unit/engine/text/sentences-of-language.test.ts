import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesIn } from '#engine/text/sentences-of-language.ts';
import fc from '#test/support/property.ts';

const split = (text: string, language: string) =>
  sentencesIn(text, language).map(({ start, end }) => text.slice(start, end));

test('an ordinal or an abbreviation ends no sentence', () => {
  assert.deepEqual(split('Am 14. Juni 2019 begann es. Es hat z. B. Turbinen.', 'de'), [
    'Am 14. Juni 2019 begann es.',
    'Es hat z. B. Turbinen.',
  ]);
});

test('Chinese and Japanese sentences end at their own marks', () => {
  assert.deepEqual(split('电站于2019年启用。共有18台水轮机。', 'zh'), ['电站于2019年启用。', '共有18台水轮机。']);
  assert.deepEqual(split('「大きい。」と彼は言った。18基ある。', 'ja'), ['「大きい。」と彼は言った。', '18基ある。']);
});

test('the line break of wrapped prose ends no sentence', () => {
  const text = 'Das Kraftwerk an der Mündung des Flusses Aske hat seit\nJuni achtzehn Turbinen.';
  assert.deepEqual(split(text, 'de'), [text]);
});

test('sentences keep their order and cover all that is not white space', () => {
  const text = fc.array(
    fc.constantFrom('Er ging. ', '14. ', 'Juni\n', '。', '「', '」', '\r\n', 'z. B. ', 'ab', '? ', '\u{1F600}'),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('de', 'ja', 'ar', 'pl'), (pieces, language) => {
      const whole = pieces.join('');
      assert.equal(split(whole, language).join('').replaceAll(/\s/g, ''), whole.replaceAll(/\s/g, ''));
    }),
  );
});

test('a question or call that is quoted ends no sentence before a small letter', () => {
  assert.deepEqual(split('„Kommst du?“ fragte er. Sie schwieg.', 'de'), ['„Kommst du?“ fragte er.', 'Sie schwieg.']);
  assert.deepEqual(split('„Kommst du?“ Er fragte zweimal.', 'de'), ['„Kommst du?“', 'Er fragte zweimal.']);
  assert.equal(split('« Le pont est fermé. » Le tunnel mesure 1853 mètres.', 'fr').length, 2);
  assert.deepEqual(split('« Vous venez ? » demanda-t-elle. Il partit.', 'fr'), [
    '« Vous venez ? » demanda-t-elle.',
    'Il partit.',
  ]);
});
