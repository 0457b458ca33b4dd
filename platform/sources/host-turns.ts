/** Turns at the hosts of sources: organizations share a host fairly, and no host is asked for much at once. */
import { FairSlots } from '#common/fair-slots.ts';

/** Requests under way to one host: one of an organization, so that what one's slow pages hold up is its own. */
const AT_ONCE = { slots: 3, perKey: 1 };

export class HostTurns {
  /** Of hosts that are asked for something, or are to be. */
  readonly #hosts = new Map<string, { slots: FairSlots; using: number }>();

  /**
   * Runs `work` when it is this organization's turn at `host`: after what the organization asked of it before, however
   * that ended. Rejects as `work` does, or with the signal's reason if that comes first.
   */
  async run<Result>(
    host: string,
    organizationId: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const known = this.#hosts.get(host) ?? { slots: new FairSlots(AT_ONCE), using: 0 };
    this.#hosts.set(host, known);
    known.using++;
    try {
      return await known.slots.run(organizationId, work, signal);
    } finally {
      if (--known.using === 0) this.#hosts.delete(host);
    }
  }
}
