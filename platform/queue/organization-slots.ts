/**
 * Limits what an organization has at work over all stages of a process while others have work there too. Each stage has
 * limits of its own, but an organization that fills its share of all of them makes others wait for the processor and for
 * the stores at every step. One that is alone is not limited.
 */
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';

/** With two, one's steps wait for the stores while the other's are computed. */
const PER_ORGANIZATION = 2;
/** An organization counts as at work for so long after its last delivery began. */
const AT_WORK_MS = 10_000;
/**
 * A delivery that takes longer waits for something else, such as a page, a language model or the engine's threads. These
 * have limits of their own, so it is no longer counted. On a busy machine, any other takes up to a quarter of a second.
 */
const COUNTED_MS = 250;

export class OrganizationSlots {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #slots = new FairSlots({ slots: Number.POSITIVE_INFINITY, perKey: PER_ORGANIZATION });
  readonly #shareOf: ShareOf;
  /** When the last delivery of each share began, the earliest first. */
  readonly #lastBegun = new Map<string, number>();

  /** `shareOf`: whose share an organization's deliveries take. Default: its own. */
  constructor({ clock, timers, shareOf }: { clock: Clock; timers: Timers; shareOf?: ShareOf | undefined }) {
    this.#clock = clock;
    this.#timers = timers;
    this.#shareOf = shareOf ?? (async (organization) => organization);
  }

  /** Resolves when a delivery of the organization may begin, with a function to be called when it has ended. */
  async acquire(organization: string, signal?: AbortSignal): Promise<() => void> {
    const share = await this.#shareOf(organization);
    if (this.#isAlone(share)) return () => {};
    const release = await this.#slots.acquire(share, signal);
    const cancel = this.#timers.after(COUNTED_MS, release);
    return () => {
      cancel();
      release();
    };
  }

  #isAlone(share: string): boolean {
    const now = this.#clock.now();
    this.#lastBegun.delete(share);
    this.#lastBegun.set(share, now);
    for (const [other, begun] of this.#lastBegun) {
      if (now - begun < AT_WORK_MS) break;
      this.#lastBegun.delete(other);
    }
    return this.#lastBegun.size === 1;
  }
}
