/** Which of several equal processes gets the next request: in turn, those that lately failed left out. */

export interface Upstreams {
  /** The origin that is next. One that was set aside comes only where all others are as well, or were tried. */
  next(tried: ReadonlySet<string>): string | null;
  /** Sets it aside for a while: no connection came about, or it broke. */
  failed(origin: string): void;
}

/** A process that restarts is back in seconds; until then one request in a while finds out. */
const ASIDE_MS = 2_000;

/** `now` is in milliseconds. */
export function createUpstreams(origins: readonly string[], now: () => number): Upstreams {
  const asideUntil = new Map<string, number>();
  let turn = 0;
  return {
    next(tried) {
      const inTurn = origins.map((_, index) => origins[(turn + index) % origins.length]!);
      turn = (turn + 1) % origins.length;
      const untried = inTurn.filter((origin) => !tried.has(origin));
      return untried.find((origin) => (asideUntil.get(origin) ?? 0) <= now()) ?? untried[0] ?? null;
    },
    failed(origin) {
      asideUntil.set(origin, now() + ASIDE_MS);
    },
  };
}
