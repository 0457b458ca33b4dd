/** A combiner that believes the NLI model alone: its probabilities are those of the labels. */
import type { Combiner } from '#engine/judging/entailment/combiner.ts';
import { ENTAILMENT_FEATURES } from '#engine/judging/entailment/features.ts';

export function believingCombiner(overrides: Partial<Combiner> = {}): Combiner {
  const weightsOn = (name: string) => [...ENTAILMENT_FEATURES.map((feature) => Number(feature === name)), 0];
  return {
    features: [...ENTAILMENT_FEATURES],
    mean: ENTAILMENT_FEATURES.map(() => 0),
    scale: ENTAILMENT_FEATURES.map(() => 1),
    supports: weightsOn('entailment'),
    contradicts: weightsOn('contradiction'),
    supports_from: 0.8,
    contradicts_from: 0.8,
    ...overrides,
  };
}
