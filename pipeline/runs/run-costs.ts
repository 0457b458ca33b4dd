/**
 * Keeps a run's payments to third parties, for language models and searches, within the monthly limits. Before each
 * call, the run's reservation is raised by the most that the call may cost. The real cost is recorded in the call's
 * event and settled when the run has ended.
 */
import { FairSlots } from '#common/fair-slots.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { startedCents } from '#domain/tariff.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { type CostLimits, costLimits, type RootsAllowance } from '#streams/cost-limits.ts';
import type { StageRun } from './run.ts';

export interface Paid<Outcome> {
  outcome: Outcome;
  cost_cents: number;
}

/** In cents and fractions of cents. */
export interface Price<Outcome> {
  most: number;
  /** The real cost of the outcome. */
  of(outcome: Outcome): number;
}

export interface RunCosts {
  /**
   * Runs `ask` if the monthly limits allow the most that it may cost; otherwise resolves to null. Rejects like `ask`,
   * or with the signal's reason while it waits.
   */
  pay<Outcome>(price: Price<Outcome>, ask: () => Promise<Outcome>, signal: AbortSignal): Promise<Paid<Outcome> | null>;
}

export interface RunCostsDependencies {
  events: Pick<EventStore, 'readStream'>;
  admission: Pick<AdmissionStore, 'raiseReservation'>;
  /** What organizations may spend without a plan; null: no limit. */
  freeAllowance: RootsAllowance | null;
}

/** Calls of one run that may be in progress at once; more would reserve money for calls that only wait. */
const AT_ONCE = 8;

export function openRunCosts(dependencies: RunCostsDependencies, run: StageRun): RunCosts {
  return new ReservedCosts(dependencies, run);
}

class ReservedCosts implements RunCosts {
  readonly #dependencies: RunCostsDependencies;
  readonly #run: StageRun;
  readonly #slots = new FairSlots({ slots: AT_ONCE });
  readonly #underWay = new Set<Promise<unknown>>();
  /** Cents paid so far, including earlier deliveries and stages. */
  #spent: number;
  /** The most that calls in progress may cost. */
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
        // A call in progress may have been cancelled, so its reservation says nothing about its cost.
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

  /**
   * Admits the cost. If the limit leaves no room beside the calls in progress, waits until their real costs are known.
   */
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
