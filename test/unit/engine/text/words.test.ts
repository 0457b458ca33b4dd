import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { antonymsOf, areAntonyms, wordRelation } from '#engine/text/lexicon.ts';
import { OWN_ANTONYMS } from '#engine/text/lexicon-additions.ts';
import { isDerivedForm, isNegatedForm } from '#engine/text/morphology.ts';
import { findNames, placeKey } from '#engine/text/names.ts';
import { negationScope } from '#engine/text/negation.ts';
import { analyse } from '#engine/text/nlp.ts';
import { placeRelation } from '#engine/text/places.ts';

describe('word relations', () => {
  const cases: [claim: string, evidence: string, relation: string | null][] = [
    ['film', 'film', 'same'],
    ['film', 'movie', 'synonym'],
    ['release', 'put_out', 'synonym'],
    ['person', 'actor', 'hyponym'],
    ['actor', 'person', null],
    ['dog', 'cat', null],
    ['win', 'lose', null],
    ['increase', 'reduce', null],
    ['answer', 'question', null],
    ['acquire', 'acquisition', 'derived'],
    ['country', 'area', null],
    ['', 'film', null],
    ['qqqq', 'zzzz', null],
    ['a|b', 'zzzz', null],
  ];
  for (const [claim, evidence, relation] of cases) {
    test(`${claim} / ${evidence}`, () => assert.equal(wordRelation(claim, evidence), relation));
  }

  test("antonyms are WordNet's and the lexicon's own, each once", () => {
    for (const [a, b] of [...OWN_ANTONYMS, ['win', 'lose'] as const]) {
      assert.ok(areAntonyms(a, b) && areAntonyms(b, a), `${a} ${b}`);
      assert.equal(antonymsOf(a).filter((other) => other === b).length, 1, `${a} ${b}`);
    }
    assert.ok(!areAntonyms('film', 'movie'));
    assert.ok(!areAntonyms('found', 'lost'));
  });

  test('derived forms differ by suffix, opposites by prefix', () => {
    assert.ok(isDerivedForm('education', 'educator'));
    assert.ok(!isDerivedForm('nation', 'native'));
    assert.ok(isNegatedForm('happy', 'unhappy'));
    assert.ok(!isNegatedForm('der', 'under'));
  });
});

describe('negation scope', () => {
  const cases: [text: string, word: string, negated: boolean][] = [
    ['It did not win the race.', 'win', true],
    ["It didn't win the race.", 'race', true],
    ['It won the race.', 'race', false],
    ['It did not win, but it finished.', 'finished', false],
    ['It not only won the race.', 'race', false],
    ['No patient died.', 'died', true],
    ['It failed to win the race.', 'win', true],
    ['Sales declined in May.', 'May', false],
    ['It lies outside Africa.', 'Africa', true],
    ['Mice without the gene grow.', 'gene', true],
    ['Mice without the gene grow.', 'grow', false],
    ['It has never lost and has only drawn once.', 'drawn', false],
    ['It did not fail to win the race.', 'win', false],
  ];
  for (const [text, word, negated] of cases) {
    test(`${text} → ${word}`, () => {
      const tokens = analyse(text);
      const scope = negationScope(
        tokens,
        tokens.map(() => 0),
      );
      assert.equal(scope[tokens.findIndex((token) => token.text === word)], negated);
    });
  }
});

describe('names and places', () => {
  const names = (text: string) => {
    const tokens = analyse(text);
    const found = findNames(
      tokens,
      tokens.map(() => 0),
      tokens.map(() => false),
    );
    const groups: string[][] = [];
    found.forEach((name, at) => {
      if (name < 0) return;
      groups[name] ??= [];
      groups[name].push(tokens[at]!.text);
    });
    return groups.map((group) => group.join(' '));
  };

  test('names are runs of capitalised words', () => {
    assert.deepEqual(names('He said Elena Ruiz met Duane "Dog" Chapman in Paris.'), [
      'Elena Ruiz',
      'Duane Dog Chapman',
      'Paris',
    ]);
    assert.deepEqual(names('WHO declared a pandemic.'), ['WHO']);
  });

  test('short forms of countries are recognized', () => {
    assert.equal(placeKey('american'), placeKey('u.s.'));
  });

  test('places are compared by containment', () => {
    assert.equal(placeRelation('Warsaw', 'Poland'), 'inside');
    assert.equal(placeRelation('Poland', 'Warsaw'), 'around');
    assert.equal(placeRelation('Warsaw', 'Lyon'), 'apart');
    assert.equal(placeRelation('Smallville', 'Poland'), null);
    assert.notEqual(placeRelation('Portland', 'Maine'), 'inside');
  });
});
