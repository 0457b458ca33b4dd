/** How long each key, such as an organization, has held something lately: time counts for less the longer ago it was. */

/** Keys that are remembered before those without a recent hold are forgotten. */
const MANY_KEYS = 1_000;
/** Less than this many milliseconds is nothing. */
const NOTHING_MS = 1;

interface Account {
  /** Milliseconds of ended holds, as they counted at `at`. */
  ended: number;
  at: number;
  /** When the present holds began. */
  began: Set<{ at: number }>;
}

export class HeldTime {
  readonly #halfLifeMs: number;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();

  /** A millisecond counts for half as much after `halfLifeMs`. `now` returns milliseconds of a clock that never goes back. */
  constructor(halfLifeMs: number, now: () => number = () => performance.now()) {
    this.#halfLifeMs = halfLifeMs;
    this.#now = now;
  }

  /** Begins a hold; the returned function ends it and must be called once. */
  begin(key: string): () => void {
    if (this.#accounts.size > MANY_KEYS) this.#forget();
    const hold = { at: this.#now() };
    const account = this.#accounts.get(key) ?? { ended: 0, at: hold.at, began: new Set() };
    this.#accounts.set(key, account);
    account.began.add(hold);
    return () => {
      account.began.delete(hold);
      const now = this.#now();
      account.ended = this.#endedAt(account, now) + this.#counted(now - hold.at);
      account.at = now;
    };
  }

  /** Milliseconds that `key` has held lately, present holds included. */
  of(key: string): number {
    const account = this.#accounts.get(key);
    if (account === undefined) return 0;
    const now = this.#now();
    return [...account.began].reduce((sum, { at }) => sum + this.#counted(now - at), this.#endedAt(account, now));
  }

  #endedAt({ ended, at }: Account, now: number): number {
    return ended * 2 ** ((at - now) / this.#halfLifeMs);
  }

  /** What a hold of so many milliseconds counts at its end. */
  #counted(milliseconds: number): number {
    return (this.#halfLifeMs / Math.LN2) * (1 - 2 ** (-milliseconds / this.#halfLifeMs));
  }

  #forget(): void {
    const now = this.#now();
    for (const [key, account] of this.#accounts) {
      if (account.began.size === 0 && this.#endedAt(account, now) < NOTHING_MS) this.#accounts.delete(key);
    }
  }
}
