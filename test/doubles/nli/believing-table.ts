/** A table that believes an NLI model from .8 on. */
import type { ReadingTable } from '#engine/judging/entailment/reading-table.ts';

export function believingTable(overrides: Partial<ReadingTable> = {}): ReadingTable {
  const steps = [
    { from: 0.8, reliability: 0.85 },
    { from: 0.95, reliability: 0.93 },
  ];
  return { supports: steps, contradicts: steps, ...overrides };
}
