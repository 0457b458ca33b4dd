import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compare } from '#engine/judging/comparison.ts';
import { decide } from '#engine/judging/scoring/gate.ts';
import { VETO_FEATURES, vetoFeatures } from '#engine/judging/scoring/veto-features.ts';

/** The named features of a pair. */
function features(claim: string, passage: string, ...names: string[]): number[] {
  const comparison = compare(claim, passage, null);
  const values = vetoFeatures(comparison, decide(comparison));
  assert.equal(values.length, VETO_FEATURES.length);
  return names.map((name) => {
    assert.ok(VETO_FEATURES.includes(name), name);
    return values[VETO_FEATURES.indexOf(name)]!;
  });
}

const CLAIM = 'The council closed the old bridge in May.';

test('every feature is a number, and none has the name of another', () => {
  assert.equal(new Set(VETO_FEATURES).size, VETO_FEATURES.length);
  for (const passage of [CLAIM, '', 'Bridge.', 'May the council close?']) {
    assert.ok(features(CLAIM, passage, ...VETO_FEATURES).every(Number.isFinite), passage);
  }
});

describe('wording', () => {
  const names = ['neighbours', 'common_order', 'same_preposition', 'same_role', 'same_class'];

  test('the same sentence is worded alike', () => {
    assert.deepEqual(features(CLAIM, CLAIM, ...names), [1, 1, 1, 1, 1]);
  });

  test('other order, prepositions and roles are worded otherwise', () => {
    const other = 'Until May the bridge was old and dark, the council said, and closed.';
    for (const [at, value] of features(CLAIM, other, ...names.slice(0, 4)).entries()) {
      assert.ok(value < 1, `${names[at]} ${value}`);
    }
  });
});

describe('what the sentence has besides', () => {
  test('its terms, other names and values, and what stands between the parts', () => {
    const passage = 'The council, with Mayor Anna Berg, closed the old bridge and 12 roads in May.';
    const [names, values, between] = features(CLAIM, passage, 'other_names', 'other_values', 'other_between');
    assert.ok(names! >= 2 && values === 1 && between! >= 3, `${names} ${values} ${between}`);
    assert.deepEqual(features(CLAIM, CLAIM, 'other_names', 'other_values', 'other_between'), [0, 0, 0]);
  });

  test('its negations, and not those of other sentences', () => {
    const denied = 'The council did not close the old bridge in May.';
    assert.ok(features(CLAIM, denied, 'sentence_negations')[0]! > 0);
    assert.equal(features(CLAIM, `${CLAIM} It did not rain.`, 'sentence_negations')[0], 0);
  });
});

test('words of focus and contrast count where one side has them', () => {
  const names = ['focus_in_claim', 'focus_in_sentence', 'contrast_in_claim', 'contrast_in_sentence'];
  const only = 'The council closed only the old bridge in May.';
  const but = 'The council closed the old bridge in May, but not the road.';
  assert.deepEqual(features(CLAIM, only, ...names), [0, 1, 0, 0]);
  assert.deepEqual(features(only, CLAIM, ...names), [1, 0, 0, 0]);
  assert.deepEqual(features(CLAIM, but, ...names), [0, 0, 0, 2]);
  assert.deepEqual(features(but, but, ...names), [0, 0, 0, 0]);
});

describe('how far the parts are spread', () => {
  const names = ['sentences_needed', 'rival_names', 'rival_values'];

  test('over the fewest sentences in a row that have all of them', () => {
    assert.deepEqual(features(CLAIM, `It rained. ${CLAIM} It rained.`, ...names), [1, 0, 0]);
    const apart = 'The council met. Anna Berg spoke for 20 minutes. The old bridge was closed in May.';
    const [needed, rivalNames, rivalValues] = features(CLAIM, apart, ...names);
    assert.ok(needed === 3 && rivalNames! >= 1 && rivalValues === 1, `${needed} ${rivalNames} ${rivalValues}`);
  });

  test('shares of the fullest and the second sentence', () => {
    const [best, second] = features(CLAIM, `${CLAIM} The bridge is old.`, 'best_share', 'second_share');
    assert.ok(best === 1 && second! > 0 && second! < 1, `${best} ${second}`);
  });
});

describe('clauses', () => {
  test('one clause may have it all, or several are needed', () => {
    const names = ['best_clause_share', 'clauses_needed'];
    assert.deepEqual(features(CLAIM, CLAIM, ...names), [1, 1]);
    const [share, needed] = features(CLAIM, 'The council met when the old bridge was closed in May.', ...names);
    assert.ok(share! < 1 && needed === 2, `${share} ${needed}`);
  });

  test('nouns in the subject that the claim does not have', () => {
    assert.equal(features(CLAIM, CLAIM, 'other_subject')[0], 0);
    assert.ok(features(CLAIM, 'The owner of the mill closed the old bridge in May.', 'other_subject')[0]! > 0);
  });
});

describe('rivals', () => {
  test('an opposite of a part, a date that differs, another preposition', () => {
    const names = ['antonyms', 'dates_in_sentence', 'other_prepositions'];
    assert.deepEqual(features(CLAIM, CLAIM, ...names), [0, 0, 0]);
    const both = 'The council opened a new bridge in June and closed the old bridge in May.';
    const [antonyms, dates] = features(CLAIM, both, ...names);
    assert.ok(antonyms! > 0 && dates! > 0, `${antonyms} ${dates}`);
    assert.ok(features('Ward 6 moved to the mill.', 'Ward 6 moved from the mill.', 'other_prepositions')[0]! > 0);
  });

  test('whether a value or a name stands beside the same part', () => {
    const claim = 'The saloon used 6 litres on the road.';
    assert.equal(features(claim, claim, 'value_company')[0], 1);
    const apart = 'The saloon is red. On the road, which was long and wet and dark, the van used petrol. 6 litres.';
    assert.equal(features(claim, apart, 'value_company')[0], 0);
  });
});
