/**
 * The cost of a run's questions to a language model: reserved at its maximum before each question, then counted by
 * tokens.
 */
import type { ModelOutcome } from '#contracts/ports/language-model.ts';
import { costOfOutcome, isFree, type ModelCost, mostCents, type PricedRequest } from '#domain/model-cost.ts';
import type { StageRun } from '../runs/run.ts';
import { openRunCosts, type RunCostsDependencies } from '../runs/run-costs.ts';

/** Has no cost if the model has no price. */
export interface PaidOutcome extends Partial<ModelCost> {
  outcome: ModelOutcome;
}

export interface ModelCosts {
  /**
   * Runs `ask` if the monthly limits allow the most that the question may cost; otherwise resolves to null. Rejects
   * like `ask`, or with the signal's reason while it waits.
   */
  pay(question: PricedRequest, ask: () => Promise<ModelOutcome>, signal: AbortSignal): Promise<PaidOutcome | null>;
}

export function openModelCosts(dependencies: RunCostsDependencies, run: StageRun): ModelCosts {
  const costs = openRunCosts(dependencies, run);
  return {
    async pay(question, ask, signal) {
      if (isFree(question.prices)) return { outcome: await ask() };
      const of = (outcome: ModelOutcome) => costOfOutcome(question, outcome).cost_cents;
      const paid = await costs.pay({ most: mostCents(question), of }, ask, signal);
      return paid && { ...paid, ...costOfOutcome(question, paid.outcome) };
    },
  };
}
