/**
 * Bounded concurrency that is fair between keys, such as organizations. A free slot goes to the waiting key that holds
 * the fewest; among several, to the one that was without a slot for longest. So a key that requests a thousand slots
 * delays another's single request by no more than one piece of work.
 */

/** Too many callers of this key are already waiting, or the slots are closed. */
export class SlotsFullError extends Error {
  override readonly name = 'SlotsFullError';
  readonly code = 'slots_full';
}

/** Whose share the work of a key takes, such as that of whoever made an organization. Never rejects. */
export type ShareOf = (key: string) => Promise<string>;

export interface FairSlotsOptions {
  /** Concurrent holders over all keys. */
  slots: number;
  /** Concurrent holders of one key. Default: all slots. */
  perKey?: number;
  /** Most waiting callers of one key; more are refused. Default: unlimited. */
  waitingPerKey?: number;
  /** Keys with one share count as one key. Default: each key has its own. */
  shareOf?: ShareOf | undefined;
}

interface Waiter {
  grant(): void;
  refuse(reason: unknown): void;
}

export class FairSlots {
  readonly #slots: number;
  readonly #perKey: number;
  readonly #waitingPerKey: number;
  readonly #shareOf: ShareOf | undefined;
  #inUse = 0;
  #closed = false;
  readonly #held = new Map<string, number>();
  /** Waiting callers by key, first come first served. Keys that released a slot recently come last. */
  readonly #waiting = new Map<string, Set<Waiter>>();

  constructor({ slots, perKey = slots, waitingPerKey = Number.POSITIVE_INFINITY, shareOf }: FairSlotsOptions) {
    this.#slots = slots;
    this.#perKey = perKey;
    this.#waitingPerKey = waitingPerKey;
    this.#shareOf = shareOf;
  }

  /** Runs `work` in a slot of `key`. Rejects like `acquire` or `work`. */
  async run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Resolves when a slot of `key` is free, with a function that releases it; further calls of it do nothing. Rejects
   * with SlotsFullError, or with the signal's reason, and then holds no slot.
   */
  async acquire(of: string, signal?: AbortSignal): Promise<() => void> {
    const key = this.#shareOf === undefined ? of : await this.#shareOf(of);
    signal?.throwIfAborted();
    if (this.#closed) throw new SlotsFullError('the slots are closed');
    // While a slot is free, all waiting callers are at the limit of their key.
    if (this.#inUse < this.#slots && this.#heldBy(key) < this.#perKey) this.#take(key);
    else await this.#wait(key, signal);
    let held = true;
    return () => {
      if (held) this.#release(key);
      held = false;
    };
  }

  /** Refuses all waiting and future callers. Held slots remain held until they are released. */
  close(): void {
    this.#closed = true;
    const waiting = [...this.#waiting.values()].flatMap((waiters) => [...waiters]);
    this.#waiting.clear();
    for (const waiter of waiting) waiter.refuse(new SlotsFullError('the slots are closed'));
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    const waiters = this.#waiting.get(key) ?? new Set<Waiter>();
    if (waiters.size >= this.#waitingPerKey) {
      throw new SlotsFullError(`${waiters.size} callers of this key are waiting already`);
    }
    this.#waiting.set(key, waiters);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      signal?.removeEventListener('abort', abandon);
      waiters.delete(waiter);
      if (waiters.size === 0 && this.#waiting.get(key) === waiters) this.#waiting.delete(key);
    };
    const waiter: Waiter = {
      grant: () => {
        leave();
        resolve();
      },
      refuse: (reason) => {
        leave();
        reject(reason);
      },
    };
    const abandon = () => waiter.refuse(signal?.reason);
    signal?.addEventListener('abort', abandon);
    waiters.add(waiter);
    return promise;
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #take(key: string): void {
    this.#inUse++;
    this.#held.set(key, this.#heldBy(key) + 1);
  }

  #release(key: string): void {
    this.#inUse--;
    const held = this.#heldBy(key) - 1;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
    const waiters = this.#waiting.get(key);
    if (waiters !== undefined) {
      this.#waiting.delete(key);
      this.#waiting.set(key, waiters);
    }
    this.#grantNext();
  }

  #grantNext(): void {
    let next: string | null = null;
    for (const key of this.#waiting.keys()) {
      const held = this.#heldBy(key);
      if (held < this.#perKey && (next === null || held < this.#heldBy(next))) next = key;
    }
    if (next === null) return;
    const [first] = this.#waiting.get(next)!;
    this.#take(next);
    first!.grant();
  }
}
