/** Adjuncts of place and time of one finished, affirmed event: what happened there and then happened. */
import type { Item } from '#engine/syntax/items.ts';
import type { VerbGroup } from '#engine/syntax/verb-groups.ts';
import type { Statement } from '../read/sentence.ts';
import { endOfWords } from './clauses.ts';
import { isQuantifier, isStative, isSubordinator, takesBack } from './words.ts';

const PREPOSITIONS = new Set(['in', 'at', 'on', 'near', 'during', 'outside', 'inside', 'beside']);
const LONGEST = 8;

/**
 * The finite verb of a clause that tells one finished event; null otherwise. A figure, a quantifier or a rank holds for the
 * time and place that it is said of, so none may stand in the clause but in the adjunct.
 */
function eventOf({ groups, items }: Statement, before: number): VerbGroup | null {
  const verb = groups.findLast(({ isFinite, end }) => isFinite && end <= before) ?? null;
  if (verb === null || (verb.tense !== 'past' && verb.tense !== 'open') || verb.isNegated || verb.isPerfect) return null;
  const head = items[verb.head]!;
  if (verb.head === verb.start && head.key === 'be') return null;
  return isStative(head.key) ? null : verb;
}

function isPlace(items: readonly Item[], start: number, end: number): boolean {
  const object = items.slice(start, end);
  const last = object.at(-1);
  if (last === undefined || object.length > LONGEST) return false;
  const isPlain = object.every(({ pos, kind, text }) => /^(?:NOUN|PROPN|ADJ|NUM)$/.test(pos) || kind === 'date' || text === ',');
  if (!isPlain || object[0]!.text === ',') return false;
  if (last.kind === 'date' || last.quantity?.dimension === 'clock') return true;
  if (object.some(({ kind }) => kind === 'quantity')) return false;
  return last.isName || (object[0]!.article === 'the' && last.pos === 'NOUN');
}

/** "Opened *in 1999*", "*In 1999* it opened". */
export function eventAdjuncts(statement: Statement): { start: number; end: number }[] {
  const { items } = statement;
  const words = endOfWords(items);
  const scope = items.slice(0, words);
  if (scope.some(({ lower, text }) => takesBack(lower) || isQuantifier(lower) || /^[;:]$/.test(text))) return [];
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at < words; at++) {
    if (!PREPOSITIONS.has(items[at]!.lower)) continue;
    let end = at + 1;
    while (end < words && /^(?:NOUN|PROPN|ADJ|NUM)$/.test(items[end]!.pos)) end++;
    if (!isPlace(items, at + 1, end)) continue;
    const next = items[end];
    // "In 2023 and 2024" holds for both; "in Leeds, York or Hull" for none of them alone; "in the house of" goes on.
    if (next !== undefined && end < words && /^(?:and|or|of|to|–|-|from|until)$/.test(next.lower)) continue;
    const isFronted = at === 0 && next?.text === ',';
    const verb = isFronted ? firstFinite(statement) : eventOf(statement, at);
    if (verb === null || isSubordinator(items[0]!.lower)) continue;
    const rest = scope.filter((_, i) => i < at || i >= end);
    if (rest.some(({ kind }) => kind === 'quantity')) continue;
    if (isFronted && eventOf(statement, verb.end) !== verb) continue;
    found.push({ start: at, end: isFronted ? end + 1 : end });
  }
  return found;
}

function firstFinite({ groups }: Statement): VerbGroup | null {
  return groups.find(({ isFinite }) => isFinite) ?? null;
}
