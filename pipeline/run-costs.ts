/**
 * Keeps what one run pays to others, for language models and searches, within the monthly limits: before something is
 * asked, the run's reservation is raised by the most that it may cost. What it did cost stands in its event, and is settled
 * when the run has ended.
 */
import { FairSlots } from '#common/fair-slots.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { FreeAllowance } from '#domain/billing/plans.ts';
import { startedCents } from '#domain/tariff.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { type CostLimits, costLimits } from '#streams/cost-limits.ts';
import type { StageRun } from './run.ts';

export interface Paid<Outcome> {
  outcome: Outcome;
  cost_cents: number;
}

/** Cents and fractions of them. */
export interface Price<Outcome> {
  most: number;
  /** What the outcome did cost. */
  of(outcome: Outcome): number;
}

export interface RunCosts {
  /**
   * Runs `ask` if the monthly limits allow what it may cost at most; else resolves to null. Rejects like `ask`, or with
   * the signal's reason while it waits.
   */
  pay<Outcome>(price: Price<Outcome>, ask: () => Promise<Outcome>, signal: AbortSignal): Promise<Paid<Outcome> | null>;
}

export interface RunCostsDependencies {
  events: Pick<EventStore, 'readStream'>;
  admission: Pick<AdmissionStore, 'raiseReservation'>;
  /** What organizations may spend without a plan; null: no limit. */
  freeAllowance: FreeAllowance | null;
}

/** Asked by a run at once: more would only reserve what waits for its turn. */
const AT_ONCE = 8;

export function openRunCosts(dependencies: RunCostsDependencies, run: StageRun): RunCosts {
  return new ReservedCosts(dependencies, run);
}

class ReservedCosts implements RunCosts {
  readonly #dependencies: RunCostsDependencies;
  readonly #run: StageRun;
  readonly #slots = new FairSlots({ slots: AT_ONCE });
  readonly #underWay = new Set<Promise<unknown>>();
  /** Cents that were paid, those of earlier deliveries and stages included. */
  #spent: number;
  /** The most that what is under way may cost. */
  #bound = 0;
  #reserved = 0;
  #limits: Promise<CostLimits> | null = null;
  #admission: Promise<unknown> = Promise.resolve();

  constructor(dependencies: RunCostsDependencies, run: StageRun) {
    this.#dependencies = dependencies;
    this.#run = run;
    const { model_usage, source_usage } = run.state();
    this.#spent = (model_usage?.cost_cents ?? 0) + (source_usage?.cost_cents ?? 0);
  }

  async pay<Outcome>(
    price: Price<Outcome>,
    ask: () => Promise<Outcome>,
    signal: AbortSignal,
  ): Promise<Paid<Outcome> | null> {
    const release = await this.#slots.acquire('', signal);
    try {
      if (!(await this.#admitInTurn(price.most))) {
        // What was waited for may have been broken off, and says nothing of its cost.
        signal.throwIfAborted();
        return null;
      }
      const asked = this.#ask(price, ask);
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

  async #ask<Outcome>(price: Price<Outcome>, ask: () => Promise<Outcome>): Promise<Paid<Outcome>> {
    try {
      const outcome = await ask();
      const cost_cents = price.of(outcome);
      this.#spent += cost_cents;
      return { outcome, cost_cents };
    } finally {
      this.#bound -= price.most;
    }
  }

  #admitInTurn(most: number): Promise<boolean> {
    const admitted = this.#admission.then(() => this.#admit(most));
    this.#admission = admitted.catch(() => {});
    return admitted;
  }

  /** Where the limit leaves no room beside what is under way, waits for what that really costs. */
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
    this.#limits ??= costLimits(this.#dependencies.events, request, this.#dependencies.freeAllowance);
    const reservation_id = reservationId(verification_id, run);
    const limits = await this.#limits;
    if (!(await this.#dependencies.admission.raiseReservation({ reservation_id, cost_cents, ...limits }))) return false;
    this.#reserved = cost_cents;
    return true;
  }
}
