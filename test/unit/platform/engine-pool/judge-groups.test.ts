import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JudgeItem } from '#engine/engine.ts';
import { judgedTogether } from '#platform/engine-pool/judge-groups.ts';
import fc from '#test/support/property.ts';

const item = (claim: number, ...passages: number[]) =>
  ({
    claim: { normalized_claim: 'c'.repeat(claim) },
    passages: passages.map((length) => ({ text: 'p'.repeat(length) })),
  }) as unknown as JudgeItem;

const comparedIn = ({ claim, passages }: JudgeItem) =>
  claim.normalized_claim.length * passages.reduce((sum, { text }) => sum + text.length, 0);

suite('claims judged in one call', () => {
  test('are a whole group of ordinary claims', () => {
    const group = Array.from({ length: 10 }, () => item(120, ...Array.from({ length: 16 }, () => 600)));
    assert.deepEqual(judgedTogether(group), [group]);
  });

  test('are only few of the longest claims, so that others get a turn', () => {
    const group = Array.from({ length: 10 }, () => item(1_200, ...Array.from({ length: 8 }, () => 1_200)));
    assert.deepEqual(
      judgedTogether(group).map(({ length }) => length),
      Array.from({ length: 10 }, () => 1),
    );
  });

  test('property: keep their order, and only a single claim exceeds the bound', () => {
    const items = fc.array(
      fc.tuple(fc.nat({ max: 20 }), fc.array(fc.nat({ max: 20 }), { maxLength: 4 })).map(([c, p]) => item(c, ...p)),
    );
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 2_000 }), (all, most) => {
        const groups = judgedTogether(all, most);
        assert.deepEqual(groups.flat(), all);
        for (const group of groups) {
          const compared = group.reduce((sum, each) => sum + comparedIn(each), 0);
          assert.ok(group.length === 1 || compared <= most);
        }
      }),
    );
  });
});
