/** A table that believes an NLI model from .8 on. */
import type { CalibrationTable } from '#engine/judging/entailment/calibration-table.ts';

export function believingTable(overrides: Partial<CalibrationTable> = {}): CalibrationTable {
  const steps = [
    { from: 0.8, reliability: 0.85 },
    { from: 0.95, reliability: 0.93 },
  ];
  return { supports: steps, contradicts: steps, ...overrides };
}
