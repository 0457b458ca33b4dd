/**
 * How near a passage comes to a claim that it does not settle: what it has of the claim, what it lacks, and what it has
 * otherwise. Softer than a verdict, and never one: words of related meaning count, in any order.
 */

import type { Item } from '#engine/syntax/items.ts';
import { wordRelation } from '#engine/text/lexicon.ts';
import { isDerivedForm } from '#engine/text/morphology.ts';
import { nameRuns } from '../align/reference.ts';
import { sameDate } from '../align/same-item.ts';
import { isNegative } from '../decide/slots.ts';
import type { ReadSentence } from '../read/sentence.ts';
import type { Subject } from '../read/subject.ts';

/** A name, a figure, a date or a word of the claim, and what the sentence has of it. */
export interface NearPart {
  kind: 'word' | 'name' | 'quantity' | 'date';
  /** As the claim has it. */
  text: string;
  /** The sentence's words for it; null where it has none. */
  as: string | null;
  /** What the sentence has in its place; null where it has nothing of the kind. */
  instead: string | null;
  /** Only the title or the heading has it. */
  isAbove: boolean;
  /** Whether the words are other ones than the claim's. */
  isLoose: boolean;
}

export interface Nearness {
  parts: readonly NearPart[];
  /** Weighted share of the claim's parts that the sentence has, 0..1. */
  coverage: number;
  /** A negative word among the shared parts of the sentence, where the claim denies nothing; null where there is none. */
  denial: string | null;
  /** "All", "only", "never": a word of the claim for the whole that the sentence lacks; null where it has none. */
  absolute: string | null;
  sentence: string;
}

const CONTENT = /^(?:NOUN|PROPN|VERB|ADJ|ADV|NUM)$/;
const LIGHT = new Set('be have do also very so more other such own not make get there take too'.split(' '));
const WEIGHTS: Record<NearPart['kind'], number> = { word: 1, name: 1.5, quantity: 1.5, date: 1.5 };

interface Unit {
  kind: NearPart['kind'];
  items: readonly Item[];
}

/** The parts that a claim is held against: names and values as a whole, words one by one. */
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

function textOf(items: readonly Item[]): string {
  return items.map(({ text }) => text).join(' ');
}

const RELATED = new Set(['same', 'synonym', 'derived', 'hyponym']);

function wordIn(
  own: Item,
  items: readonly Item[],
  words: ReadonlySet<string>,
): { as: string; isLoose: boolean } | null {
  if (words.has(own.lower) || words.has(own.key)) return { as: own.text, isLoose: false };
  for (const item of items) {
    if (item.kind !== 'word' || !CONTENT.test(item.pos) || LIGHT.has(item.key)) continue;
    const relation = wordRelation(own.key, item.key);
    if ((relation !== null && RELATED.has(relation)) || isDerivedForm(own.lower, item.lower))
      return { as: item.text, isLoose: true };
  }
  return null;
}

function found(unit: Unit, as: string | null, extra: Partial<NearPart> = {}): NearPart {
  return { kind: unit.kind, text: textOf(unit.items), as, instead: null, isAbove: false, isLoose: false, ...extra };
}

function valueIn(unit: Unit, items: readonly Item[], claim: readonly Item[]): NearPart {
  const own = unit.items[0]!;
  const isSame = (item: Item) =>
    own.date !== null
      ? item.date !== null &&
        (sameDate(own.date, item.date) || (item.date.first >= own.date.first && item.date.last <= own.date.last))
      : item.quantity !== null &&
        own.quantity!.dimension === item.quantity.dimension &&
        Math.abs(own.quantity!.low - item.quantity.low) <= own.quantity!.tolerance * 1.01;
  const same = items.find(isSame);
  if (same !== undefined) return found(unit, same.text);
  const others = items.filter((item) =>
    own.date !== null
      ? item.date !== null
      : item.quantity !== null && item.quantity.dimension === own.quantity!.dimension,
  );
  // What the claim has too is no other value for this one.
  const free = others.filter((other) => !claim.some((item) => item.kind === other.kind && item.key === other.key));
  return found(unit, null, { instead: free.length === 1 ? free[0]!.text : null });
}

function nameIn(unit: Unit, sentence: ReadSentence, above: Subject): NearPart {
  const parts = unit.items.filter(({ kind }) => kind === 'word');
  const named = new Set(sentence.items.flatMap(({ isName, lower }) => (isName ? [lower] : [])));
  const has = parts.filter(({ lower, key }) => sentence.words.has(lower) || sentence.words.has(key)).length;
  // "A mill" is not the Aldwater Mill, but Oduya is Miriam Oduya.
  if (has * 2 > parts.length || parts.some(({ lower }) => named.has(lower))) return found(unit, textOf(parts));
  const isAbove = parts.every(({ lower, key }) => above.words.has(lower) || above.words.has(key));
  return isAbove ? found(unit, textOf(parts), { isAbove: true }) : found(unit, null);
}

const ABSOLUTE = /^(?:all|every|only|always|entire|whole|both|everyone|any)$/;

/** A negative word among what the sentence shares with a claim that has none. */
function denialIn(claim: readonly Item[], { items }: ReadSentence, parts: readonly NearPart[]): string | null {
  if (claim.some(({ lower }) => isNegative(lower))) return null;
  const shared = new Set(parts.flatMap(({ as }) => (as === null ? [] : as.toLowerCase().split(' '))));
  const places = items.flatMap(({ lower }, at) => (shared.has(lower) ? [at] : []));
  const [first, last] = [Math.min(...places) - 2, Math.max(...places)];
  return items.find(({ lower }, at) => at >= first && at <= last && isNegative(lower))?.text ?? null;
}

/** How near one sentence, with the one before it as context, comes to the claim. */
export function nearnessOf(
  claim: readonly Item[],
  units: readonly Unit[],
  sentence: ReadSentence,
  above: Subject,
): Nearness {
  const { items, words } = sentence;
  let total = 0;
  let hit = 0;
  const parts = units.map((unit) => {
    const weight = WEIGHTS[unit.kind];
    total += weight;
    let part: NearPart;
    if (unit.kind === 'name') part = nameIn(unit, sentence, above);
    else if (unit.kind === 'word') {
      const own = unit.items[0]!;
      const as = wordIn(own, items, words);
      const isAbove = as === null && (above.words.has(own.lower) || above.words.has(own.key));
      part =
        as === null ? found(unit, isAbove ? own.text : null, { isAbove }) : found(unit, as.as, { isLoose: as.isLoose });
    } else part = valueIn(unit, items, claim);
    if (part.as !== null) hit += part.isAbove ? weight * 0.6 : weight;
    return part;
  });
  return {
    parts,
    coverage: total === 0 ? 0 : hit / total,
    denial: denialIn(claim, sentence, parts),
    absolute: claim.find(({ lower }) => ABSOLUTE.test(lower) && !words.has(lower))?.text ?? null,
    sentence: sentence.text,
  };
}

/** The sentence of those given that comes nearest; null without any. */
export function nearest(claim: readonly Item[], sentences: readonly ReadSentence[], above: Subject): Nearness | null {
  const units = unitsOf(claim);
  let best: Nearness | null = null;
  for (const sentence of sentences) {
    const near = nearnessOf(claim, units, sentence, above);
    if (best === null || near.coverage > best.coverage) best = near;
  }
  return best;
}
