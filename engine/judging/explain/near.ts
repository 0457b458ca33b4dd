/**
 * Measures how near a passage comes to a claim that it doesn't decide: which parts of the claim it has, lacks, or has something
 * else for. This is looser than a verdict and never decides one: related words count, in any order.
 */

import type { Item } from '#engine/syntax/items.ts';
import { sameDate } from '../align/same-item.ts';
import { isNegative } from '../decide/differences.ts';
import type { ReadClaim } from '../read/claim.ts';
import type { ReadPassage } from '../read/passage.ts';
import { type Analysis, hasWord } from '../read/sentence.ts';
import type { Subject } from '../read/subject.ts';
import { areRelated, hasTrace, type Traces } from '../read/traces.ts';
import { CONTENT, LIGHT, type Unit } from '../read/units.ts';

/** A name, figure, date or word of the claim, and its counterpart in the sentence. */
export interface NearPart {
  kind: Unit['kind'];
  /** As worded in the claim. */
  text: string;
  /** The sentence's words for the part. Null if it has none. */
  as: string | null;
  /** A different value that the sentence has instead. Null if it has none of that kind. */
  instead: string | null;
  /** True if only the title or a heading has the part. */
  isAbove: boolean;
  /** True if the sentence's words differ from the claim's. */
  isLoose: boolean;
}

export interface Nearness {
  parts: readonly NearPart[];
  /** Weighted share of the claim's parts that the sentence has, 0..1. */
  coverage: number;
  /** A negative word that the sentence has near the shared parts, although the claim has none. Null if there is none. */
  denial: string | null;
  /** An absolute word of the claim that the sentence lacks, e.g. "all", "only" or "always". Null if there is none. */
  absolute: string | null;
  sentence: string;
}

const WEIGHTS: Record<NearPart['kind'], number> = { word: 1, name: 1.5, quantity: 1.5, date: 1.5 };
/** The share of its weight that a part counts if only the title or a heading has it. */
const ABOVE = 0.6;

function textOf(items: readonly Item[]): string {
  return items.map(({ text }) => text).join(' ');
}

function wordIn(own: Item, sentence: Analysis): { as: string; isLoose: boolean } | null {
  if (hasWord(sentence, own.lower) || hasWord(sentence, own.key)) return { as: own.text, isLoose: false };
  for (const item of sentence.items) {
    if (item.kind !== 'word' || !CONTENT.test(item.pos) || LIGHT.has(item.key)) continue;
    if (areRelated(own, item.key, item.lower)) return { as: item.text, isLoose: true };
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
  // A value that also occurs in the claim is not a replacement for this one.
  const free = others.filter((other) => !claim.some((item) => item.kind === other.kind && item.key === other.key));
  return found(unit, null, { instead: free.length === 1 ? free[0]!.text : null });
}

function isWord({ kind }: Item): boolean {
  return kind === 'word';
}

/** The title and the heading above the passage. */
type Above = readonly Subject[];

function isNamedAbove({ lower, key }: Item, above: Above): boolean {
  return above.some(({ words }) => words.has(lower) || words.has(key));
}

function nameIn(unit: Unit, sentence: Analysis, above: Above): NearPart {
  const parts = unit.items.filter(isWord);
  const isNamed = (part: Item) => sentence.items.some(({ isName, lower }) => isName && lower === part.lower);
  const has = parts.filter(({ lower, key }) => hasWord(sentence, lower) || hasWord(sentence, key)).length;
  // More than half of the words must occur, or one of them as a name: "a mill" is not the Aldwater Mill, but Oduya is Miriam
  // Oduya.
  if (has * 2 > parts.length || parts.some(isNamed)) return found(unit, textOf(parts));
  const isAbove = parts.every((part) => isNamedAbove(part, above));
  return isAbove ? found(unit, textOf(parts), { isAbove: true }) : found(unit, null);
}

/** A negative word that the sentence has near the parts shared with a claim without one. */
function denialIn(claim: ReadClaim, { items }: Analysis, parts: readonly NearPart[]): string | null {
  if (claim.isNegative || !items.some(({ lower }) => isNegative(lower))) return null;
  const shared = new Set(parts.flatMap(({ as }) => (as === null ? [] : as.toLowerCase().split(' '))));
  const places = items.flatMap(({ lower }, at) => (shared.has(lower) ? [at] : []));
  const [first, last] = [Math.min(...places) - 2, Math.max(...places)];
  return items.find(({ lower }, at) => at >= first && at <= last && isNegative(lower))?.text ?? null;
}

/** Looks for a part of the claim in the sentence. `hasTrace` says whether the traces allow a word to occur there. */
function partIn(unit: Unit, sentence: Analysis, { items }: ReadClaim, above: Above, hasTrace: boolean): NearPart {
  if (unit.kind === 'name') return nameIn(unit, sentence, above);
  if (unit.kind !== 'word') return valueIn(unit, sentence.items, items);
  const own = unit.items[0]!;
  const as = hasTrace ? wordIn(own, sentence) : null;
  if (as !== null) return found(unit, as.as, { isLoose: as.isLoose });
  const isAbove = isNamedAbove(own, above);
  return found(unit, isAbove ? own.text : null, { isAbove });
}

/** Weighted share of the parts, where `worth` gives how far a part was found (0..1). */
function coverageOf(units: readonly Unit[], worth: (at: number) => number): number {
  let total = 0;
  let hit = 0;
  for (let at = 0; at < units.length; at++) {
    const weight = WEIGHTS[units[at]!.kind];
    total += weight;
    hit += worth(at) * weight;
  }
  return total === 0 ? 0 : hit / total;
}

/** An upper bound of the coverage of a sentence with these traces. */
function mostCoverage(
  { units }: ReadClaim,
  traces: Traces,
  mayHaveValue: boolean,
  isAbove: readonly boolean[],
): number {
  return coverageOf(units, (at) => {
    const { kind } = units[at]!;
    const mayBe = kind === 'date' || kind === 'quantity' ? mayHaveValue : hasTrace(traces.near, at);
    return mayBe ? 1 : isAbove[at] ? ABOVE : 0;
  });
}

/** The sentence of the passage that comes nearest to the claim, with the parts that it has. Null if there are no sentences. */
export function nearest(claim: ReadClaim, passage: ReadPassage, above: Above): Nearness | null {
  const { units } = claim;
  const isAbove = units.map(
    ({ kind, items }) =>
      (kind === 'word' || kind === 'name') && items.filter(isWord).every((item) => isNamedAbove(item, above)),
  );
  const traces = claim.tracesIn(passage);
  const most = traces.map((each, at) => mostCoverage(claim, each, passage.sentences[at]!.mayHaveValue, isAbove));
  let best: { at: number; coverage: number; parts: readonly NearPart[] } | null = null;
  // The most promising sentences come first, so that most others need no analysis.
  for (const at of most.map((_, i) => i).sort((a, b) => most[b]! - most[a]! || a - b)) {
    if (best !== null && (most[at]! < best.coverage || (most[at] === best.coverage && at > best.at))) continue;
    const { analysis } = passage.sentences[at]!;
    const { near } = traces[at]!;
    const parts = units.map((unit, i) => partIn(unit, analysis, claim, above, hasTrace(near, i)));
    const coverage = coverageOf(units, (i) => (parts[i]!.as === null ? 0 : parts[i]!.isAbove ? ABOVE : 1));
    if (best === null || coverage > best.coverage || (coverage === best.coverage && at < best.at))
      best = { at, coverage, parts };
  }
  if (best === null) return null;
  const { text, analysis } = passage.sentences[best.at]!;
  return {
    parts: best.parts,
    coverage: best.coverage,
    denial: denialIn(claim, analysis, best.parts),
    absolute: claim.absolutes.find(({ lower }) => !hasWord(analysis, lower))?.text ?? null,
    sentence: text,
  };
}
