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
    fc.constantFrom(
      'Er ging. ',
      '14. ',
      'Juni\n',
      '。',
      '「',
      '」',
      '\r\n',
      'z. B. ',
      'ab',
      '? ',
      '\u{1F600}',
      '«',
      '» ',
      '„',
      '“',
      '(',
      ')',
    ),
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

const QUOTED: readonly (readonly [language: string, ...sentences: string[]])[] = [
  ['ar', 'قال الوزير: «لن نغلق الجسر. سنصلحه هذا العام.»', 'وأضاف أن العمل يبدأ في مايو.'],
  ['ar', '«لن نغلق الجسر. سنصلحه هذا العام»، قال الوزير.', 'انتهى.'],
  ['de', 'Sie sagte: „Wir kommen. Bald sind wir da.“', 'Dann ging sie.'],
  ['de', '„Wir kommen. Bald sind wir da“, sagte sie.', 'Er blieb.'],
  ['da', 'Hun sagde: »Vi kommer. Snart er vi der.«', 'Så gik hun.'],
  ['sv', 'Hon sade: ”Vi kommer. Snart är vi där.”', 'Sedan gick hon.'],
  ['fr', 'Elle a dit (en juin. Personne ne l’a cru.) que le pont est fermé.', 'Il resta.'],
  ['ja', '市長は「橋は閉めない。今年直す。」と述べた。', '工事は5月に始まる。'],
  ['ja', '「橋は閉めない。今年直す。」と市長は述べた。', '工事は5月に始まる。'],
  ['pl', 'Powiedział: „Nie zamkniemy mostu. Naprawimy go.”', 'Potem wyszedł.'],
  ['ru', 'Он сказал: «Мост не закроют. Его починят».', 'Потом ушёл.'],
];
test('a full stop in a quotation does not part what is quoted from who says it', () => {
  for (const [language, ...sentences] of QUOTED) {
    const space = language === 'ja' ? '' : ' ';
    assert.deepEqual(split(sentences.join(space), language), sentences);
  }
});

test('a quotation that stands alone, or is never closed, is split', () => {
  const alone = ['„Wir kommen.', 'Bald sind wir da.“', 'Dann ging sie.'];
  assert.deepEqual(split(alone.join(' '), 'de'), alone);
  const unclosed = ['Sie sagte: „Wir kommen.', 'Bald sind wir da.', 'Dann ging sie.'];
  assert.deepEqual(split(unclosed.join(' '), 'de'), unclosed);
  const long = `Sie sagte: „Wir kommen. ${'Bald sind wir da. '.repeat(30)}“`;
  assert.ok(split(long, 'de').length > 1);
});
