/** What id2label means, and how pairs are put together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchesByLength } from '#platform/entailment/encode.ts';
import { labelsOf } from '#platform/entailment/model-folder.ts';
import fc from '#test/support/property.ts';

test('labels count whatever their order and case', () => {
  assert.deepEqual(labelsOf({ 0: 'contradiction', 1: 'ENTAILMENT', 2: 'Neutral' }), {
    ...{ count: 3, entailment: 1, contradiction: 0 },
  });
  for (const other of ['not_entailment', 'non-entailment', 'contradiction', 'neutral']) {
    assert.deepEqual(labelsOf({ 0: 'entailment', 1: other }), { count: 2, entailment: 0, contradiction: null });
  }
});

test('labels of other tasks are refused', () => {
  for (const labels of [
    { 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' },
    { 0: 'entailment', 1: 'neutral', 2: 'sarcasm' },
    { 0: 'positive', 1: 'negative' },
    { 0: 'entailment' },
    { 1: 'entailment', 2: 'neutral', 3: 'contradiction' },
    {},
  ]) {
    assert.throws(() => labelsOf(labels as Record<string, string>), { name: 'ModelError' }, JSON.stringify(labels));
  }
});

test('each pair is in one batch, and no batch pads beyond its bounds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 512 }), { maxLength: 80 }), (lengths) => {
      const batches = batchesByLength(lengths, 2_048, 16);
      assert.deepEqual(
        batches.flat().toSorted((a, b) => a - b),
        [...lengths.keys()],
      );
      for (const batch of batches) {
        assert.ok(batch.length <= 16);
        assert.ok(batch.length * Math.max(...batch.map((at) => lengths[at]!)) <= 2_048);
      }
    }),
  );
});
