import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createPassageIndex } from '#engine/retrieval/passage-index.ts';
import { planQueries } from '#engine/retrieval/plan-queries.ts';
import { candidate, claimOf } from './retrieval-fixtures.ts';

const index = (texts: string[]) => createPassageIndex(texts.map((text) => candidate(text)));
const search = (texts: string[], terms: string[], limit = 10) =>
  index(texts)
    .search(terms, limit)
    .map((each) => each.text);

describe('createPassageIndex', () => {
  const TEXTS = [
    'Acme was founded in Vienna.',
    'Vienna lies on the Danube.',
    'The founding of Acme: 1,200 people.',
    'Bananas.',
  ];

  test('finds inflections, and puts the passage with more and rarer terms first', () => {
    assert.deepEqual(search(TEXTS, ['acme', 'founded', 'danube']), [TEXTS[0], TEXTS[2], TEXTS[1]]);
    assert.deepEqual(search(TEXTS, ['vienna', 'bananas']), [TEXTS[3], TEXTS[0], TEXTS[1]]);
    assert.deepEqual(search(TEXTS, ['1200']), [TEXTS[2]]);
    assert.deepEqual(search(TEXTS, ['anvil']), []);
    assert.deepEqual(search([], ['acme']), []);
  });

  test('takes what planQueries gives', () => {
    const [query] = planQueries(claimOf('Acme was founded in Vienna in 1999.'), 'fast');
    assert.equal(search(TEXTS, query!.terms)[0], TEXTS[0]);
  });

  test('property: exactly the passages that hold a term, no more than the limit', () => {
    const word = fc.constantFrom('acme', 'anvil', 'vienna', 'river', 'zoo');
    fc.assert(
      fc.property(
        fc.array(fc.array(word), { maxLength: 20 }),
        fc.uniqueArray(word),
        fc.nat(25),
        (passages, terms, limit) => {
          const texts = passages.map((words, i) => `${words.join(' ')} p${i}`);
          const found = search(texts, terms, limit);
          const expected = texts.filter((_, i) => terms.some((term) => passages[i]!.includes(term)));
          assert.equal(found.length, Math.min(limit, expected.length));
          assert.ok(found.every((text) => expected.includes(text)));
        },
      ),
    );
  });
});
