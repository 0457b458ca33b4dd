/**
 * Splits long work, so that the event loop can handle other events in between. In each turn of the event loop only some
 * of the waiting callers continue, whereas `setImmediate` would resume all of them in the same turn.
 */

/**
 * All callers waiting now continue within this number of turns, so that a crowd does not wait behind everybody's
 * requests.
 */
const TURNS = 8;

let waiting: (() => void)[] = [];

/** Resolves in a later turn of the event loop, together with few other waiting callers. First come, first served. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(takeTurns);
  });
}

/** Milliseconds of work between two turns, unless a single step takes longer. A read waits for about ten turns. */
const TURN_MS = 1;

/**
 * A loop's share of the event loop. A loop over what grows with a text asks after each step whether its turn is over:
 *
 *     const turn = new Turn();
 *     for (const step of steps) {
 *       if (turn.isOver) await turn.next();
 *       …
 *     }
 *
 * A loop of few long steps, each of which takes about a turn, awaits `nextTurn` instead.
 */
export class Turn {
  #ends = performance.now() + TURN_MS;

  get isOver(): boolean {
    return performance.now() > this.#ends;
  }

  /** Lets other work run, and begins the next turn. */
  async next(): Promise<void> {
    await nextTurn();
    this.#ends = performance.now() + TURN_MS;
  }
}

function takeTurns(): void {
  const now = Math.ceil(waiting.length / TURNS);
  for (const resume of waiting.slice(0, now)) resume();
  waiting = waiting.slice(now);
  if (waiting.length > 0) setImmediate(takeTurns);
}
