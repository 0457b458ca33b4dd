import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_PASSAGE_LENGTH, MAX_PASSAGES, splitPassages } from '#engine/retrieval/passages.ts';
import fc from '#test/support/property.ts';

const texts = (text: string) => splitPassages(text).map((passage) => passage.text);

describe('splitPassages', () => {
  test('groups up to three sentences and numbers the passages', () => {
    const text = 'Acme makes anvils. Bolts are made by Bond. Cups come from Corus. Dishes come from Delft.';
    assert.deepEqual(splitPassages(text), [
      { text: 'Acme makes anvils. Bolts are made by Bond. Cups come from Corus.', ordinal: 0 },
      { text: 'Dishes come from Delft.', ordinal: 1 },
    ]);
  });

  test('never joins paragraphs, and leaves out lines that say nothing', () => {
    assert.deepEqual(texts('Acme makes anvils.\n\n---\n\nBolts are made by Bond.'), [
      'Acme makes anvils.',
      'Bolts are made by Bond.',
    ]);
  });

  test('a heading or question stays with the first sentences below it', () => {
    assert.deepEqual(texts('History\n\nAcme makes anvils.\n\nIs there breakfast?\n\nIn the sleeper it is free.'), [
      'History\n\nAcme makes anvils.',
      'Is there breakfast?\n\nIn the sleeper it is free.',
    ]);
  });

  test('rows of a table stay together with their heading, up to the length of a passage', () => {
    const table = 'Prices\n\nSize | Rent\n\nHalf | £26\n\nFull | £45';
    assert.deepEqual(texts(`${table}\n\nRents rise in May.`), [table, 'Rents rise in May.']);
    const rows = Array.from({ length: 60 }, (_, n) => `Row number ${n} | ${n} | ${n}`);
    const pieces = texts(rows.join('\n\n'));
    assert.ok(pieces.length > 2 && pieces.every((piece) => piece.length <= 600));
    assert.deepEqual(pieces.join('\n\n').split('\n\n'), rows);
  });

  test('items of a list stay together by threes', () => {
    const items = ['Revenue up by 4 per cent', 'Margin unchanged', 'Works at Leiria closed', 'Agreement signed'];
    assert.deepEqual(texts(items.join('\n\n')), [items.slice(0, 3).join('\n\n'), items[3]]);
  });

  test('includes the sentence before a passage that would begin with a reference', () => {
    const text = 'One fact is here. Two facts are here. Acme Corp makes anvils. It was founded in 1999.';
    assert.deepEqual(texts(text), [
      'One fact is here. Two facts are here. Acme Corp makes anvils.',
      'Acme Corp makes anvils. It was founded in 1999.',
    ]);
    assert.deepEqual(texts('Acme makes anvils.\n\nIt was founded in 1999.').at(-1), 'It was founded in 1999.');
  });

  test('keeps a passage short: long sentences stand alone', () => {
    const long = `Acme ${'really '.repeat(60)}makes anvils.`;
    assert.deepEqual(texts(`${long} ${long}`), [long, long]);
  });

  test('cuts an endless sentence at white space or in a word, never in a character', () => {
    const words = texts('word '.repeat(2_000));
    assert.ok(words.length > 5 && words.every((each) => each.startsWith('word') && each.endsWith('word')));
    assert.ok(texts('Look 😀'.concat('😀'.repeat(5_000))).every((each) => each.isWellFormed()));
  });

  test('stops at the limit of passages', () => {
    assert.equal(splitPassages('Two words.\n\n'.repeat(MAX_PASSAGES + 10)).length, MAX_PASSAGES);
  });

  test('property: passages are literal, ordered, bounded, and lose no sentence', () => {
    const word = fc.constantFrom(
      'Acme',
      'it',
      'He',
      'founded',
      '3.5',
      ' | ',
      'Dr.',
      '. ',
      '! ',
      '\n\n',
      '\n',
      ' ',
      '😀',
      'The company ',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), (words) => {
        const text = words.join(' ');
        const passages = splitPassages(text);
        let from = 0;
        for (const passage of passages) {
          assert.ok(passage.text.length <= MAX_PASSAGE_LENGTH);
          from = text.indexOf(passage.text, Math.max(0, from - MAX_PASSAGE_LENGTH));
          assert.ok(from >= 0);
        }
        for (const paragraph of text.split(/\n\s*\n/)) {
          if (/founded \S+ Acme/.test(paragraph)) assert.ok(passages.some((each) => each.text.includes('founded')));
        }
      }),
    );
  });

  test('is linear on hostile text', () => {
    for (const unit of ['.', 'It. ', 'a', '"(', '\n', 'It was. '])
      assert.ok(splitPassages(unit.repeat(Math.ceil(100_000 / unit.length))).length <= MAX_PASSAGES);
  });
});
