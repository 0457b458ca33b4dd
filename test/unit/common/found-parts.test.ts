import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FoundParts, partsSentence, readParts } from '#common/found-parts.ts';
import fc from '#test/support/property.ts';

const held = (text: string) => ({ text, as: null, isLoose: false, isAbove: false });

test('the sentence says what the passage has, has instead and lacks', () => {
  const parts: FoundParts = {
    has: [held('the bridge'), { ...held('began'), as: 'opened', isLoose: true }, { ...held('Velmar'), isAbove: true }],
    differs: [{ text: 'in March 1932', instead: '1932' }],
    lacks: ['134 metres'],
  };
  assert.equal(
    partsSentence(parts),
    'It has "the bridge", "began" (perhaps as "opened") and "Velmar" (in the heading or title); ' +
      'has "1932" where the claim has "in March 1932"; says nothing of "134 metres".',
  );
});

test('no parts give no sentence; missing parts alone give one', () => {
  assert.equal(partsSentence({ has: [], differs: [], lacks: [] }), '');
  assert.equal(partsSentence({ has: [], differs: [], lacks: ['a', 'b'] }), 'It says nothing of "a" and "b".');
});

test('an explanation without parts is left as it is', () => {
  for (const text of [
    '',
    'It has no part of the claim.',
    'The passage has every part of the claim: "a".',
    'It has "a',
  ]) {
    assert.equal(readParts(text), null, text);
  }
});

test('the rest is what follows the parts', () => {
  const read = readParts('It has "a". The parts of the claim stand in different sentences.');
  assert.deepEqual(read?.parts.has, [held('a')]);
  assert.equal(read?.rest, 'The parts of the claim stand in different sentences.');
});

test('long parts and long lists are shortened', () => {
  const sentence = partsSentence({ has: [held('x'.repeat(4_000))], differs: [], lacks: Array(200).fill('y') });
  assert.ok(sentence.length < 300, sentence);
  assert.equal(readParts(sentence)?.parts.lacks.at(-1), '…');
});

/** Words of the sentence itself, so that texts look like it. */
const word = fc.constantFrom(
  'a',
  '"',
  ' ',
  'It has',
  '; says nothing of',
  'where the claim has',
  ' (as ',
  ')',
  '. ',
  'and',
);
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `x${words.join('')}x`);
const plain = (shown: string) => shown.replaceAll(/\s+/g, ' ').replaceAll('"', "'");

test('property: the parts are read back as written', () => {
  const part = fc.oneof(
    text.map(held),
    fc.record({ text, as: text, isLoose: fc.boolean(), isAbove: fc.constant(false) }),
    text.map((own) => ({ ...held(own), isAbove: true })),
  );
  const parts = fc
    .record({
      has: fc.array(part, { maxLength: 4 }),
      differs: fc.array(fc.record({ text, instead: text }), { maxLength: 4 }),
      lacks: fc.array(text, { maxLength: 4 }),
    })
    .filter(({ has, differs, lacks }) => has.length + differs.length + lacks.length > 0);
  fc.assert(
    fc.property(parts, text, (found, rest) => {
      const read = readParts(`${partsSentence(found)} ${rest}`);
      assert.deepEqual(read?.parts, {
        has: found.has.map((each) => ({
          ...each,
          text: plain(each.text),
          as: each.as === null ? null : plain(each.as),
        })),
        differs: found.differs.map((each) => ({ text: plain(each.text), instead: plain(each.instead) })),
        lacks: found.lacks.map(plain),
      });
      assert.equal(read?.rest, rest);
    }),
  );
});
