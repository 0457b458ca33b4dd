/**
 * Long work in pieces. Between two pieces the event loop asks for what has arrived meanwhile: of those who wait here one
 * goes on in each of its turns, where `setImmediate` would let all of them go on in the same one.
 */

/** Turns in which everybody who waits now has gone on: a crowd must not wait behind everybody's requests. */
const TURNS = 8;

let waiting: (() => void)[] = [];

/** Resolves in a later turn of the event loop, with few others that wait here. First come, first served. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(takeTurns);
  });
}

function takeTurns(): void {
  const now = Math.ceil(waiting.length / TURNS);
  for (const goOn of waiting.slice(0, now)) goOn();
  waiting = waiting.slice(now);
  if (waiting.length > 0) setImmediate(takeTurns);
}
