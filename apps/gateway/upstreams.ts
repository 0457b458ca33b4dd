/** Selects the process for the next request: round-robin, without those that failed recently. */

export interface Upstreams {
  /** The next origin. One that failed recently is returned only if all others failed recently or were tried. */
  next(tried: ReadonlySet<string>): string | null;
  /** Excludes the origin for a while: a connection failed or broke. */
  failed(origin: string): void;
}

/** A process restarts within seconds; until then, one request in this time probes it. */
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
