/**
 * Long work in pieces. Between two pieces the event loop asks for what has arrived meanwhile: only one of those that wait
 * here goes on in each of its turns, where `setImmediate` would let all of them go on in the same one.
 */

const waiting: (() => void)[] = [];

/** Resolves in a later turn of the event loop that no other piece of long work shares. First come, first served. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(takeTurn);
  });
}

function takeTurn(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(takeTurn);
}
