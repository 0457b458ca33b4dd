/**
 * Bounded concurrency that is fair between keys, such as organizations. A free slot goes to the waiting key that holds
 * the fewest; among several, to the one that was without a slot for longest. So a key that requests a thousand slots
 * delays another's single request by no more than one piece of work.
 *
 * Where pieces of work are of very different sizes, turns are not fair: then a free slot goes to the waiting key that
 * has held slots for the shortest time lately (`halfLifeMs`), and a hold that takes long can step aside.
 */
import { HeldTime } from './held-time.ts';

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
  /**
   * Share time instead of turns: a free slot goes to the waiting key that has held slots for the shortest time. Time
   * counts for half as much after so many milliseconds. Default: turns.
   */
  halfLifeMs?: number;
  /** Clock for it, in milliseconds, that never goes back. */
  now?: () => number;
  /** Holds that may step aside at a time. Default: none. */
  aside?: number;
  /**
   * Called when a key has to wait for one that has held slots for much longer lately, with a hold of that key. It may
   * step aside, at once or later.
   */
  onHeldUp?: (by: Hold) => void;
}

/** A slot that is held. */
export interface Hold {
  /** Releases the slot; further calls do nothing. */
  release(): void;
  /**
   * Leaves the slot to other keys while the work goes on; until it is released, its own key gets no further slot. Does
   * nothing if too many have stepped aside already.
   */
  stepAside(): void;
}

interface Waiter {
  grant(): void;
  refuse(reason: unknown): void;
}

/** So much longer than another key, in milliseconds, a key has to have held slots to make room for it. */
const MUCH_LONGER_MS = 500;

export class FairSlots {
  readonly #slots: number;
  readonly #perKey: number;
  readonly #waitingPerKey: number;
  readonly #shareOf: ShareOf | undefined;
  readonly #mostAside: number;
  /** null: turns are shared, not time. */
  readonly #heldTime: HeldTime | null;
  #inUse = 0;
  #closed = false;
  readonly #held = new Map<string, number>();
  readonly #onHeldUp: (by: Hold) => void;
  /** Holds that have not stepped aside, with their keys. */
  readonly #inSlots = new Map<Hold, string>();
  /** Keys with a hold that has stepped aside. */
  readonly #aside = new Set<string>();
  /** Waiting callers by key, first come first served. Keys that released a slot recently come last. */
  readonly #waiting = new Map<string, Set<Waiter>>();

  constructor(options: FairSlotsOptions) {
    const { slots, perKey = slots, waitingPerKey = Number.POSITIVE_INFINITY, halfLifeMs, now, aside = 0 } = options;
    this.#shareOf = options.shareOf;
    this.#slots = slots;
    this.#perKey = perKey;
    this.#waitingPerKey = waitingPerKey;
    this.#mostAside = aside;
    this.#onHeldUp = options.onHeldUp ?? (() => {});
    this.#heldTime = halfLifeMs === undefined ? null : new HeldTime(halfLifeMs, now);
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
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    return (await this.hold(key, signal)).release;
  }

  /** Like `acquire`; the hold can also step aside. */
  async hold(of: string, signal?: AbortSignal): Promise<Hold> {
    const key = this.#shareOf === undefined ? of : await this.#shareOf(of);
    signal?.throwIfAborted();
    if (this.#closed) throw new SlotsFullError('the slots are closed');
    // While a slot is free, all waiting callers are at the limit of their key.
    if (this.#inUse < this.#slots && this.#mayHold(key)) this.#take(key);
    else {
      const granted = this.#wait(key, signal);
      this.#tellHeldUp(key);
      await granted;
    }
    const endTime = this.#heldTime?.begin(key);
    let state: 'held' | 'aside' | 'released' = 'held';
    const hold: Hold = {
      release: () => {
        if (state === 'released') return;
        endTime?.();
        this.#inSlots.delete(hold);
        if (state === 'aside') this.#aside.delete(key);
        else this.#inUse--;
        state = 'released';
        this.#release(key);
      },
      stepAside: () => {
        if (state !== 'held' || this.#aside.has(key) || this.#aside.size >= this.#mostAside) return;
        state = 'aside';
        this.#aside.add(key);
        this.#inSlots.delete(hold);
        this.#inUse--;
        this.#grantNext();
      },
    };
    this.#inSlots.set(hold, key);
    return hold;
  }

  /** Whether a caller of any key waits for a slot. */
  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
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

  /** `key` has to wait. */
  #tellHeldUp(key: string): void {
    if (this.#heldTime === null || this.#aside.size >= this.#mostAside || !this.#mayHold(key)) return;
    const least = this.#heldTime.of(key) + MUCH_LONGER_MS;
    let longest: { hold: Hold; time: number } | null = null;
    for (const [hold, of] of this.#inSlots) {
      const time = this.#heldTime.of(of);
      if (time > (longest?.time ?? least)) longest = { hold, time };
    }
    if (longest !== null) this.#onHeldUp(longest.hold);
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #mayHold(key: string): boolean {
    return this.#heldBy(key) < this.#perKey && !this.#aside.has(key);
  }

  #take(key: string): void {
    this.#inUse++;
    this.#held.set(key, this.#heldBy(key) + 1);
  }

  #release(key: string): void {
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

  /** A key whose hold had stepped aside can take several slots when it ends. */
  #grantNext(): void {
    while (this.#inUse < this.#slots) {
      const next = this.#next();
      if (next === null) return;
      const [first] = this.#waiting.get(next)!;
      this.#take(next);
      first!.grant();
    }
  }

  /** The waiting key that gets the next slot. */
  #next(): string | null {
    const mayHold = this.#waiting.keys().filter((key) => this.#mayHold(key));
    const [next = null] = mayHold
      .map((key) => ({ key, time: this.#heldTime?.of(key) ?? 0, held: this.#heldBy(key) }))
      .toArray()
      // Stable: among equal ones, the key that has waited longest.
      .sort((a, b) => a.time - b.time || a.held - b.held);
    return next?.key ?? null;
  }
}
