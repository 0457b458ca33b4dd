/**
 * The rate limit of a source over all processes of a deployment. A request needs the lease of one of the source's slots,
 * and the lease of its interval. Organizations take turns within a process first, so at most one request per slot polls
 * the store.
 */
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import { pause } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { SourceRate } from './wire.ts';

export interface SharedRateDependencies {
  leases: Leases;
  clock: Clock;
  timers: Timers;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Identifies this process as a lease holder. */
  instance: string;
}

/** The slot of a killed process is free again after this. */
const HELD_MS = 15_000;
const SHORTEST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 200;
const WAITING_PER_ORGANIZATION = 200;

export class SharedRate {
  readonly #dependencies: SharedRateDependencies;
  readonly #name: string;
  readonly #rate: SourceRate;
  readonly #slots: FairSlots;
  #requests = 0;

  /** `name` is the same in all processes. */
  constructor(dependencies: SharedRateDependencies, name: string, rate: SourceRate) {
    this.#dependencies = dependencies;
    this.#name = `web-source/${name}`;
    this.#rate = rate;
    this.#slots = new FairSlots({
      slots: rate.concurrent,
      waitingPerKey: WAITING_PER_ORGANIZATION,
      shareOf: dependencies.shareOf,
    });
  }

  /**
   * Runs `work` when it is its turn. Rejects like `work`, with the signal's reason if it aborts first, or with
   * SlotsFullError.
   */
  async run<Result>(organization: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return this.#slots.run(organization, () => this.#runAlone(work, signal), signal);
  }

  async #runAlone<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const { leases, instance } = this.#dependencies;
    const holder = `${instance}/${++this.#requests}`;
    const slot = await this.#until(signal, () => this.#slotFor(holder));
    try {
      const { interval_ms } = this.#rate;
      if (interval_ms > 0) {
        await this.#until(signal, async () =>
          (await this.#acquire(`${this.#name}/pace`, holder, interval_ms)) ? true : null,
        );
      }
      return await work();
    } finally {
      // If the store can't be reached, the lease expires.
      await leases.release(slot, holder).catch(() => {});
    }
  }

  /** Takes a free slot and returns its name; null if none is free. */
  async #slotFor(holder: string): Promise<string | null> {
    for (let slot = 0; slot < this.#rate.concurrent; slot++) {
      const name = `${this.#name}/${slot}`;
      if (await this.#acquire(name, holder, HELD_MS)) return name;
    }
    return null;
  }

  #acquire(name: string, holder: string, milliseconds: number): Promise<boolean> {
    const { leases, clock } = this.#dependencies;
    return leases.acquire(name, holder, milliseconds, clock.now());
  }

  /** Polls until `look` finds something. */
  async #until<Found>(signal: AbortSignal, look: () => Promise<Found | null>): Promise<Found> {
    const every = Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, this.#rate.interval_ms / 10));
    for (;;) {
      signal.throwIfAborted();
      const found = await look();
      if (found !== null) return found;
      await pause(this.#dependencies.timers, every, signal);
    }
  }
}
