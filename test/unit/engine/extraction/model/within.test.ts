/** A text of which only some places are wanted, where a language model takes it apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, engine, inputOf, sentencesIn, USE } from './listing.ts';

const FIRST = 'The mill of Tarnow was built in 1790. ';
const SECOND = 'The quay of Morlach was opened in 1911. ';
/** Two stretches, the second with a character of two UTF-16 units before it. */
const TEXT = `${FIRST.repeat(40)}😀\n\n${SECOND.repeat(40)}`.trim();

test('a model is asked about stretches alone that reach into the wanted places', async () => {
  const input = inputOf(TEXT);
  const [one, two, ...more] = await engine.stretches(input, USE);
  assert.deepEqual([two!.start, more.length], [one!.end + 2, 0]);
  assert.equal([...TEXT].slice(two!.start, two!.end).join(''), SECOND.repeat(40).trim());
  assert.deepEqual(
    [one!.outer, two!.outer],
    [
      [0, null],
      [null, two!.end - two!.start - SECOND.length + 1],
    ],
  );
  const all = await engine.extractionQuestions(input, USE);
  assert.deepEqual([one!.question, two!.question], all);
  const within = [{ start: two!.start + 3, end: two!.start + 4 }];
  assert.deepEqual(await engine.extractionQuestions({ ...input, within }, USE), [two!.question]);
});

test('claims of other places are left out, whoever makes them', async () => {
  const input = inputOf(TEXT);
  const [one, two] = await engine.stretches(input, USE);
  const within = [{ start: one!.start, end: one!.end }];
  const [request] = await engine.extractionQuestions({ ...input, within }, USE);
  const listed = sentencesIn(request!).map(({ sentence, text }) => ({ sentence, pieces: [text] }));
  const consultation = { ...USE, replies: [answerOf(listed)] };
  const { claims, limitations } = await engine.extract({ ...input, within, consultation });
  assert.equal(claims.length, 40);
  assert.ok(claims.every(({ end }, i) => end <= two!.start && claims[i]!.ordinal === i));
  assert.match(limitations.join('\n'), /^Only parts of this text were verified/);
  assert.doesNotMatch(limitations.join('\n'), /taken apart by rules/);
});
