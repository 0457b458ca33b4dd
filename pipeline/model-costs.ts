<<<<<<< HEAD
/** What one run's questions to a language model cost: the most before they are asked, and afterwards by their tokens. */
import type { ModelOutcome, TokenPrices } from '#contracts/ports/language-model.ts';
import { tokenCents } from '#domain/tariff.ts';
import type { ModelRequest } from '#engine/types.ts';
=======
/**
 * Keeps the questions of one run to a language model within the monthly limits: before a question is sent, the run's
 * reservation is raised by the most that it may cost. What it did cost stands in its event, and is settled when the run
 * has ended.
 */
import { FairSlots } from '#common/fair-slots.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ModelOutcome } from '#contracts/ports/language-model.ts';
import { costOfOutcome, isFree, type ModelCost, mostCents, type PricedRequest } from '#domain/model-cost.ts';
import { startedCents } from '#domain/tariff.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { type CostLimits, costLimits } from '#streams/cost-limits.ts';
>>>>>>> refs/heads/sessions
import type { StageRun } from './run.ts';
import { openRunCosts, type RunCostsDependencies } from './run-costs.ts';

/** Without a cost for a model without a price. */
export interface PaidOutcome extends Partial<ModelCost> {
  outcome: ModelOutcome;
}

export interface ModelCosts {
  /**
   * Runs `ask` if the monthly limits allow what the question may cost at most; else resolves to null. Rejects like `ask`,
   * or with the signal's reason while it waits.
   */
  pay(question: PricedRequest, ask: () => Promise<ModelOutcome>, signal: AbortSignal): Promise<PaidOutcome | null>;
}

<<<<<<< HEAD
/** A token of plain text has some four bytes; it never has none. */
const USUAL_BYTES_PER_TOKEN = 4;

export function openModelCosts(dependencies: RunCostsDependencies, run: StageRun): ModelCosts {
  const costs = openRunCosts(dependencies, run);
  return {
    async pay(question, ask, signal) {
      if (isFree(question.prices)) return { outcome: await ask() };
      const price = { most: mostCents(question), of: (outcome: ModelOutcome) => centsOf(question, outcome) };
      return costs.pay(price, ask, signal);
    },
  };
=======
export interface ModelCostsDependencies {
  events: Pick<EventStore, 'readStream'>;
  admission: Pick<AdmissionStore, 'raiseReservation'>;
}

/** Questions of a run that are paid for at once: more would only reserve what waits for its turn at the model. */
const AT_ONCE = 8;

export function openModelCosts(dependencies: ModelCostsDependencies, run: StageRun): ModelCosts {
  return new RunCosts(dependencies, run);
}

class RunCosts implements ModelCosts {
  readonly #dependencies: ModelCostsDependencies;
  readonly #run: StageRun;
  readonly #slots = new FairSlots({ slots: AT_ONCE });
  readonly #underWay = new Set<Promise<unknown>>();
  /** Cents that answers have cost, those of earlier deliveries included. */
  #spent: number;
  /** The most that the questions under way may cost. */
  #bound = 0;
  #reserved = 0;
  #limits: Promise<CostLimits> | null = null;
  #admission: Promise<unknown> = Promise.resolve();

  constructor(dependencies: ModelCostsDependencies, run: StageRun) {
    this.#dependencies = dependencies;
    this.#run = run;
    this.#spent = run.state().model_usage?.cost_cents ?? 0;
  }

  async pay(
    question: PricedRequest,
    ask: () => Promise<ModelOutcome>,
    signal: AbortSignal,
  ): Promise<PaidOutcome | null> {
    if (isFree(question.prices)) return { outcome: await ask() };
    const release = await this.#slots.acquire('', signal);
    try {
      const most = mostCents(question);
      if (!(await this.#admitInTurn(most))) {
        // What was waited for may have been broken off, and says nothing of its cost.
        signal.throwIfAborted();
        return null;
      }
      const asked = this.#ask(question, most, ask);
      this.#underWay.add(asked);
      try {
        return await asked;
      } finally {
        this.#underWay.delete(asked);
      }
    } finally {
      release();
    }
  }

  async #ask(question: PricedRequest, most: number, ask: () => Promise<ModelOutcome>): Promise<PaidOutcome> {
    try {
      const outcome = await ask();
      const cost = costOfOutcome(question, outcome);
      this.#spent += cost.cost_cents;
      return { outcome, ...cost };
    } finally {
      this.#bound -= most;
    }
  }

  #admitInTurn(most: number): Promise<boolean> {
    const admitted = this.#admission.then(() => this.#admit(most));
    this.#admission = admitted.catch(() => {});
    return admitted;
  }

  /** Where the limit leaves no room beside the questions under way, waits for what these really cost. */
  async #admit(most: number): Promise<boolean> {
    for (;;) {
      if (await this.#reserve(this.#spent + this.#bound + most)) {
        this.#bound += most;
        return true;
      }
      if (this.#underWay.size === 0) return false;
      await Promise.race([...this.#underWay].map((asked) => asked.catch(() => {})));
    }
  }

  async #reserve(cents: number): Promise<boolean> {
    const { verification_id, run, request } = this.#run;
    const cost_cents = request.cost_cents + startedCents(cents);
    if (cost_cents <= this.#reserved) return true;
    this.#limits ??= costLimits(this.#dependencies.events, request);
    const reservation_id = reservationId(verification_id, run);
    const limits = await this.#limits;
    if (!(await this.#dependencies.admission.raiseReservation({ reservation_id, cost_cents, ...limits }))) return false;
    this.#reserved = cost_cents;
    return true;
  }
>>>>>>> refs/heads/sessions
}
