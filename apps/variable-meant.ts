/** Which variable somebody meant who wrote another name. */
import { VARIABLES } from './environment.ts';

/**
 * The variable that an unknown name differs from in one character (wrong, missing, too much, exchanged with the next), or that it
 * begins; null: there is none, or more than one.
 */
export function variableMeant(unknown: string): string | null {
  const near = VARIABLES.filter((name) => name.startsWith(`${unknown}_`) || differInOne(name, unknown));
  return near.length === 1 ? near[0]! : null;
}

function differInOne(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [restOfA, restOfB] = [a.slice(same), b.slice(same)];
  const isExchanged = restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0];
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (isExchanged && restOfA.slice(2) === restOfB.slice(2))
  );
}
