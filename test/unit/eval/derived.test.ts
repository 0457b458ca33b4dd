import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readArticle } from '#eval/data/article.ts';
import { measureDerived } from '#eval/derived/measure.ts';
import { withSubject } from '#eval/derived/named.ts';
import { namesOf } from '#eval/derived/names.ts';
import { renamer } from '#eval/derived/renamed.ts';
import { writeArticle } from './write-article.ts';

describe('withSubject', () => {
  test('puts the name before the noun of the subject', () => {
    assert.equal(withSubject('A booking may be cancelled.', 'Rolla'), 'A Rolla booking may be cancelled.');
    assert.equal(withSubject('A booking may be cancelled.', 'Orla'), 'An Orla booking may be cancelled.');
    assert.equal(withSubject('Bookings are free.', 'Rolla'), 'Rolla bookings are free.');
    assert.equal(withSubject('The station has 18 turbines.', 'Velmar Station'), 'The Velmar Station has 18 turbines.');
  });

  test('leaves a claim alone that has the name, or begins otherwise', () => {
    assert.equal(withSubject('A Rolla booking may be cancelled.', 'Rolla'), null);
    assert.equal(withSubject('It may be cancelled.', 'Rolla'), null);
    assert.equal(withSubject('In March a booking may be cancelled.', 'Rolla'), null);
  });
});

describe('namesOf', () => {
  test('finds the name that a title and the text share', () => {
    const { byTitle, own } = namesOf(
      'Rolla Carshare lends cars. A carshare is cheap.',
      ['Rolla Carshare: terms of hire', 'tarn-museum.txt', 'What changes in March'],
      ['Rolla Carshare is a carshare.', 'The Tarn Museum is closed.'],
    );
    assert.deepEqual([...byTitle], [['Rolla Carshare: terms of hire', 'Rolla Carshare']]);
    assert.deepEqual([...own], ['rolla']);
  });
});

test('renaming changes the names alone, in the case in which they stand', () => {
  const rename = renamer(new Set(['rolla']));
  assert.equal(
    rename('ROLLA and Rolla’s cars, rolla.example; Rollander stays.'),
    'TARROW and Tarrow’s cars, tarrow.example; Rollander stays.',
  );
});

test('an article about its documents keeps its verdicts by name, and none of another', async (t) => {
  const folder = await writeArticle(t, {
    text: 'The Ostrel Museum is for all.\n\nThe museum is open daily. Tickets are free on Mondays.',
    document: '# Ostrel Museum\n\nThe museum is open daily. Tickets are free on Mondays.\n',
    gold: [
      {
        span: 'The museum is open daily.',
        claim: 'The museum is open daily.',
        verdict: 'supported',
        evidence: [{ document: 'bridge.md', quote: 'The museum is open daily.' }],
        how: 'literal',
        error: null,
      },
      {
        span: 'Tickets are free on Mondays.',
        claim: 'Tickets of the Ostrel Museum are free on Mondays.',
        verdict: 'supported',
        evidence: [{ document: 'bridge.md', quote: 'Tickets are free on Mondays.' }],
        how: 'literal',
        error: null,
      },
    ],
  });
  const [named, renamed] = await measureDerived([readArticle(folder)]);
  assert.deepEqual([named!.measures.verdict_kept, named!.counts.verdict_kept], [1, 1]);
  assert.deepEqual([named!.measures.literal_verdict_kept, named!.counts.literal_verdict_kept], [1, 2]);
  assert.deepEqual([renamed!.measures.left_open, renamed!.rows], [1, 2]);
});
