/**
 * How many claims of the example have each verdict, by the rules alone and with a language model behind them: what
 * `npm run demo -- --model recorded` prints, which the demo's test compares.
 */
import type { Verdict } from '#contracts/vocabulary.ts';

export const EXAMPLE_FIGURES: Record<Verdict, { rules: number; model: number }> = {
  contradicted: { rules: 3, model: 5 },
  disputed: { rules: 1, model: 1 },
  unverifiable: { rules: 16, model: 6 },
  supported: { rules: 14, model: 28 },
  not_checkable: { rules: 4, model: 4 },
};
