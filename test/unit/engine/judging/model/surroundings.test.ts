import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paragraphsIn, surroundingsIn } from '#engine/judging/model/surroundings.ts';

function placeOf(text: string, claim: string): { start: number; end: number } {
  const start = Array.from(text.slice(0, text.indexOf(claim))).length;
  return { start, end: start + Array.from(claim).length };
}

test('a short text is all there is around a claim', () => {
  const text = '# Ferries 🚢\n\nThe Halvorsen opened in 1987. It carries 400 people.\n';
  assert.equal(surroundingsIn(text)(placeOf(text, 'It carries 400 people.')), text.trim());
});

test('of a long text the sentences near the claim are given, and the title', () => {
  const filler = 'Nothing of it matters here at all. '.repeat(60);
  const text = `Ferries 🚢\n\n${filler}The Halvorsen opened in 1987. It carries 400 people. ${filler}`;
  const around = surroundingsIn(text)(placeOf(text, 'It carries 400 people.'));
  assert.match(
    around,
    /^Ferries 🚢\n\[…\]\nNothing of it .*The Halvorsen opened in 1987\. It carries 400 people\. Nothing/s,
  );
  assert.match(around, /at all\.$/);
  assert.ok(around.length < 1_500);
});

test('text without sentences or lines is cut between words', () => {
  const text = `${'word '.repeat(1_000)}claim ${'word '.repeat(1_000)}`;
  const around = surroundingsIn(text)(placeOf(text, 'claim'));
  assert.match(around, /\[…\]\n(word )+claim (word ?)+/);
});

test('a place has the number of its paragraph', () => {
  const text = '# Ferries 🚢\n\nThe Halvorsen opened in 1987.\nIt carries 400 people.\n \n\nThe end 🚢.';
  const paragraphOf = paragraphsIn(text);
  const numberOf = (words: string) => paragraphOf(placeOf(text, words).start);
  assert.deepEqual(['# Ferries', 'The Halvorsen', 'It carries'].map(numberOf), [0, 1, 1]);
  assert.ok(numberOf('The end') > 1);
  assert.equal(paragraphsIn('One paragraph.')(13), 0);
});
