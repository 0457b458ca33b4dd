import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calibration, calibrationFigures } from '#eval/metrics/calibration.ts';
import { openClaim, opinion, row, wrongClaim } from '../rows.ts';

const close = (actual: number | null, expected: number) => assert.ok(Math.abs(actual! - expected) < 1e-9, `${actual}`);

describe('calibration', () => {
  test('is perfect where nine of ten verdicts called 90 % sure are right', () => {
    const predictions = Array.from({ length: 10 }, (_, i) => ({ reliability: 0.9, right: i > 0 }));
    const { ece, brier, bins } = calibration(predictions);
    close(ece, 0);
    close(brier, 0.9 * 0.01 + 0.1 * 0.81);
    assert.deepEqual([bins[9]!.from, bins[9]!.to, bins[9]!.verdicts], [0.9, 1, 10]);
  });

  test('weighs the distance of each bin by its verdicts', () => {
    const { ece, brier } = calibration([
      { reliability: 0.95, right: true },
      { reliability: 0.95, right: false },
      { reliability: 0.55, right: false },
    ]);
    close(ece, (2 * 0.45 + 1 * 0.55) / 3);
    close(brier, (0.05 ** 2 + 0.95 ** 2 + 0.55 ** 2) / 3);
  });

  test('certainty is in the last bin', () => {
    const { bins } = calibration([{ reliability: 1, right: true }]);
    assert.equal(bins.at(-1)!.verdicts, 1);
  });

  test('of nothing there is none', () => {
    const { ece, brier, bins } = calibration([]);
    assert.deepEqual([ece, brier, bins[0]!.right], [null, null, null]);
  });
});

test('settled verdicts are told from all that were judged', () => {
  const { settled, judged } = calibrationFigures([row(), wrongClaim({ said: 'supported' }), openClaim(), opinion()]);
  assert.equal(settled.verdicts, 2);
  assert.equal(judged.verdicts, 3);
});
