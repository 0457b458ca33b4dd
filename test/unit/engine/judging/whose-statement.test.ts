/** Whose statement it is: of the claim's own subject, else of what its text is about; of what the sentence names, else the document. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge, NO_CONTEXT } from '#engine/judging/judge.ts';
import { mainNameOf } from '#engine/judging/read/main-name.ts';

describe('mainNameOf', () => {
  const cases: [text: string, words: string[] | null][] = [
    ['# Rolla Carshare: an overview\n\nA carshare lends cars.', ['rolla']],
    ['On 14 May 2025 Corrigal Glass lit Furnace 4 at its Oudebrug works. The furnace is new.', ['corrigal']],
    ['Undergraduates of Ellismoor University may have 20 items.', ['ellismoor']],
    ['Claims must be submitted in TripDesk. Claims are paid. A claim is made in TripDesk.', null],
    ['On Tuesday it rained. By Tuesday evening it stopped.', null],
    ['The price is low. We asked Larder. The shop likes Larder. Larder sells. Later Larder paid.', ['larder']],
    ['', null],
  ];
  for (const [text, words] of cases)
    test(`${text.slice(0, 60).replace('\n', ' ')} → ${words?.join(' ') ?? 'none'}`, () =>
      assert.deepEqual(mainNameOf(text), words));
});

describe('a claim of a text about X', () => {
  const ABOUT_X = { ...NO_CONTEXT, about: ['corrigal'] };
  const CLAIM = 'The operators of Furnace 2 were retrained over the winter.';

  test('is open where the document is about Y in the same words', () => {
    const context = { ...ABOUT_X, title: 'Tarrow Glass lights its furnace', opening: 'Tarrow Glass lit Furnace 4.' };
    assert.equal(judge(CLAIM, CLAIM, context).relationship, 'unresolved');
    assert.equal(judge(CLAIM, CLAIM, { ...context, title: null, opening: null }).relationship, 'unresolved');
  });

  test('is supported where the document names X', () => {
    const context = { ...ABOUT_X, title: 'Corrigal Glass lights its furnace' };
    assert.equal(judge(CLAIM, CLAIM, context).relationship, 'supports');
  });

  test('is supported where it names a subject of its own that the document is about', () => {
    const own = 'The Tolland Library is open round the clock.';
    assert.equal(judge(own, own, { ...ABOUT_X, title: 'Tolland Library' }).relationship, 'supports');
  });
});

describe('a sentence that leaves its subject to its document', () => {
  const CLAIM = 'Ostrel Museum tickets cost €5.';
  const context = { ...NO_CONTEXT, title: 'Ostrel Museum' };

  test('belongs to the document', () => {
    assert.equal(judge(CLAIM, 'The museum is open daily. Tickets cost €5.', context).relationship, 'supports');
  });

  for (const before of ['Rival museums are free.', 'Other houses are free.', 'Most museums are free.'])
    test(`may belong to another behind "${before}"`, () => {
      assert.equal(judge(CLAIM, `${before} Tickets cost €5.`, context).relationship, 'unresolved');
    });
});
