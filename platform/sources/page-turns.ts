/**
 * Schedules the fetching and reading of pages. Organizations share the slots fairly, in total and at each host. A page
 * takes both slots at once, so that neither is held while waiting for the other.
 */

/** Limits on concurrent pages. */
export interface PageTurnLimits {
  /** Across all organizations. */
  pages: number;
  perOrganization: number;
  /** At most one per organization, so that slow pages only delay their own organization. */
  perHost: number;
}

interface Waiter {
  host: string;
  start(): void;
}

export class PageTurns {
  readonly #limits: PageTurnLimits;
  #inProgress = 0;
  /** Held slots by organization. */
  readonly #held = new Map<string, number>();
  /** Organizations with a page in progress, by host. */
  readonly #atHost = new Map<string, Set<string>>();
  /** Waiting pages by organization, first come first served. Organizations that finished a page recently come last. */
  readonly #waiting = new Map<string, Set<Waiter>>();

  constructor(limits: PageTurnLimits) {
    this.#limits = limits;
  }

  /** Runs `work` when it is its turn. Rejects like `work`, or with the signal's reason if it aborts first. */
  async run<Result>(
    host: string,
    organization: string,
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    await this.#turn(host, organization, signal);
    try {
      return await work();
    } finally {
      this.#end(host, organization);
    }
  }

  #turn(host: string, organization: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiters = this.#waiting.get(organization) ?? new Set();
    this.#waiting.set(organization, waiters);
    const leave = () => {
      signal.removeEventListener('abort', abandon);
      waiters.delete(waiter);
      if (waiters.size === 0) this.#waiting.delete(organization);
    };
    const waiter: Waiter = {
      host,
      start: () => {
        leave();
        resolve();
      },
    };
    const abandon = () => {
      leave();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abandon);
    waiters.add(waiter);
    this.#startNext();
    return promise;
  }

  #end(host: string, organization: string): void {
    this.#inProgress--;
    const held = this.#heldBy(organization) - 1;
    if (held === 0) this.#held.delete(organization);
    else this.#held.set(organization, held);
    const atHost = this.#atHost.get(host)!;
    atHost.delete(organization);
    if (atHost.size === 0) this.#atHost.delete(host);
    const waiters = this.#waiting.get(organization);
    if (waiters !== undefined) {
      this.#waiting.delete(organization);
      this.#waiting.set(organization, waiters);
    }
    this.#startNext();
  }

  #startNext(): void {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { organization, waiter } = next;
      this.#inProgress++;
      this.#held.set(organization, this.#heldBy(organization) + 1);
      this.#atHost.set(waiter.host, (this.#atHost.get(waiter.host) ?? new Set()).add(organization));
      waiter.start();
    }
  }

  /** The next page of the organization that holds the fewest slots, among those with a page whose host is free. */
  #next(): { organization: string; waiter: Waiter } | null {
    if (this.#inProgress >= this.#limits.pages) return null;
    let next: { organization: string; waiter: Waiter } | null = null;
    for (const [organization, waiters] of this.#waiting) {
      const held = this.#heldBy(organization);
      if (held >= this.#limits.perOrganization || (next !== null && held >= this.#heldBy(next.organization))) continue;
      const waiter = waiters.values().find(({ host }) => this.#isFree(host, organization));
      if (waiter !== undefined) next = { organization, waiter };
    }
    return next;
  }

  #isFree(host: string, organization: string): boolean {
    const atHost = this.#atHost.get(host);
    return atHost === undefined || (atHost.size < this.#limits.perHost && !atHost.has(organization));
  }

  #heldBy(organization: string): number {
    return this.#held.get(organization) ?? 0;
  }
}
