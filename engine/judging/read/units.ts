/** Splits a claim into the parts that nearness counts: names and values as a whole, other content words one by one. */
import type { Item } from '#engine/syntax/items.ts';
import { nameRuns } from '../align/reference.ts';

export interface Unit {
  kind: 'word' | 'name' | 'quantity' | 'date';
  items: readonly Item[];
}

export const CONTENT = /^(?:NOUN|PROPN|VERB|ADJ|ADV|NUM)$/;
/** Content words (lemmas) that mean too little to count. */
export const LIGHT: ReadonlySet<string> = new Set(
  'be have do also very so more other such own not make get there take too'.split(' '),
);

export function unitsOf(claim: readonly Item[]): Unit[] {
  const runs = nameRuns(claim);
  const units: Unit[] = [];
  for (let at = 0; at < claim.length; at++) {
    const run = runs.find(({ start }) => start === at);
    const item = claim[at]!;
    if (run !== undefined) {
      units.push({ kind: 'name', items: claim.slice(run.start, run.end) });
      at = run.end - 1;
    } else if (item.kind === 'date' || item.kind === 'quantity') units.push({ kind: item.kind, items: [item] });
    else if (CONTENT.test(item.pos) && !LIGHT.has(item.key)) units.push({ kind: 'word', items: [item] });
  }
  return units;
}
