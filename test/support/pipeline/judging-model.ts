import { NO_PRICES } from '#domain/tariff.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';

/** The operator's model without prices, with all that tests leave open. */
export function judgingModel(set: Partial<JudgingModel> & Pick<JudgingModel, 'model'>): JudgingModel {
  return {
    name: 'reader',
    server: 'operator',
    prompt_version: 'scripted-1',
    kind: 'general',
    deidentify: false,
    prices: NO_PRICES,
    limits: { questions: 100, milliseconds: 60_000 },
    ...set,
  };
}
