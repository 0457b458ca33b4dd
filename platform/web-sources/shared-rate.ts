/**
 * How fast a source is asked, over all processes of a deployment: leases in the operational store stand for its places
 * and for the pause between two requests. Within a process organizations take turns first, so that one request at a time
 * and place asks the store.
 */
import { FairSlots } from '#common/fair-slots.ts';
import { pause } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { SourceRate } from './wire.ts';

export interface SharedRateDependencies {
  leases: Leases;
  clock: Clock;
  timers: Timers;
  /** Identifies this process as a lease holder. */
  instance: string;
}

/** A place whose process was killed is free again after this. */
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
    this.#slots = new FairSlots({ slots: rate.concurrent, waitingPerKey: WAITING_PER_ORGANIZATION });
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
    const place = await this.#until(signal, () => this.#placeFor(holder));
    try {
      const { interval_ms } = this.#rate;
      if (interval_ms > 0) {
        await this.#until(signal, async () =>
          (await this.#acquire(`${this.#name}/pace`, holder, interval_ms)) ? true : null,
        );
      }
      return await work();
    } finally {
      // Where the store can't be reached, the lease ends by itself.
      await leases.release(place, holder).catch(() => {});
    }
  }

  /** The name of the place that was free; null if none is. */
  async #placeFor(holder: string): Promise<string | null> {
    for (let place = 0; place < this.#rate.concurrent; place++) {
      const name = `${this.#name}/${place}`;
      if (await this.#acquire(name, holder, HELD_MS)) return name;
    }
    return null;
  }

  #acquire(name: string, holder: string, milliseconds: number): Promise<boolean> {
    const { leases, clock } = this.#dependencies;
    return leases.acquire(name, holder, milliseconds, clock.now());
  }

  /** Looks again and again until `look` finds something. */
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
