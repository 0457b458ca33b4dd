/**
 * Aligns a claim with a statement. A path goes through both at once: it meets every item of the claim in order, and everything
 * else in the statement lies in spans that are known to be harmless.
 */
import type { Item } from '#engine/syntax/items.ts';
import { sameItem } from './same-item.ts';

/** Items [start, end) of one side that may be skipped, and the code of the rule that allows it. */
export interface Span {
  start: number;
  end: number;
  ground: string;
}

/** Items of the claim that may replace different items of the statement, and the code of the rule that allows it. */
export interface Arc {
  claimStart: number;
  claimEnd: number;
  start: number;
  end: number;
  ground: string;
}

export interface Ways {
  claim: readonly Item[];
  items: readonly Item[];
  /**
   * Spans of the statement that may be skipped. This and the next two are computed only if equal items alone don't lead to the
   * end.
   */
  harmless: () => readonly Span[];
  /** Spans of the claim that only name the document's subject. */
  named: () => readonly Span[];
  arcs: () => readonly Arc[];
  /** Differences between the claim and the statement. A path may take at most one of them. */
  differences: readonly Arc[];
  /** Codes of the rules that must not be used. */
  without: ReadonlySet<string>;
}

export interface Path {
  /** Codes of the rules used, in order. */
  grounds: readonly string[];
  difference: Arc | null;
  /** The harmless spans of the statement that were skipped. */
  passed: readonly Span[];
}

interface Step {
  previous: Step | null;
  ground: string | null;
  span: Span | null;
  difference: Arc | null;
}

/** Whether the mark can always be skipped: a comma, a quotation mark, or a colon within a name. */
function isFree(items: readonly Item[], at: number): boolean {
  const { text } = items[at]!;
  return /^[,"“”]$/.test(text) || (text === ':' && items[at - 1]?.isName === true && items[at + 1]?.isName === true);
}

/**
 * A path from the beginning of both sides to their ends with the given number of differences (0 or 1). Null if there is none.
 * Each state is visited once; their number is the product of the two lengths, times two.
 */
export function findAlignment(ways: Ways, differences: 0 | 1): Path | null {
  const { claim, items, without } = ways;
  const allowed = <Way extends { ground: string }>(all: readonly Way[]) =>
    without.size === 0 ? all : all.filter(({ ground }) => !without.has(ground));
  const width = items.length + 1;
  const states = (claim.length + 1) * width;
  const seen = new Uint8Array(states * 2);
  const byPlace = (arcs: readonly Arc[]) => Map.groupBy(allowed(arcs), (arc) => arc.claimStart * width + arc.start);
  let spans: Map<number, Span[]> | null = null;
  let named: Map<number, Span[]> | null = null;
  let arcs: Map<number, Arc[]> | null = null;
  const differenceArcs = byPlace(differences === 1 ? ways.differences : []);
  let found: Step | null = null;
  const visit = (i: number, j: number, step: Step): boolean => {
    const state = (i * width + j) * 2 + (step.difference === null ? 0 : 1);
    if (seen[state] === 1) return false;
    seen[state] = 1;
    if (i === claim.length && j === items.length) {
      if ((step.difference === null ? 0 : 1) !== differences) return false;
      found = step;
      return true;
    }
    const to = (a: number, b: number, ground: string | null, difference = step.difference, span: Span | null = null) =>
      visit(
        a,
        b,
        ground === null && difference === step.difference ? step : { previous: step, ground, difference, span },
      );
    if (i < claim.length && j < items.length && sameItem(claim[i]!, items[j]!) && to(i + 1, j + 1, null)) return true;
    if (j < items.length && isFree(items, j) && to(i, j + 1, null)) return true;
    if (i < claim.length) {
      arcs ??= byPlace(ways.arcs());
      for (const arc of arcs.get(i * width + j) ?? []) if (to(arc.claimEnd, arc.end, arc.ground)) return true;
      named ??= byStart(allowed(ways.named()));
      for (const span of named.get(i) ?? []) if (to(span.end, j, span.ground)) return true;
    }
    spans ??= byStart(allowed(ways.harmless()));
    for (const span of spans.get(j) ?? []) if (to(i, span.end, span.ground, step.difference, span)) return true;
    if (step.difference === null) {
      for (const arc of differenceArcs.get(i * width + j) ?? [])
        if (to(arc.claimEnd, arc.end, arc.ground, arc)) return true;
    }
    return false;
  };
  if (!visit(0, 0, { previous: null, ground: null, difference: null, span: null }) || found === null) return null;
  const grounds: string[] = [];
  const passed: Span[] = [];
  const last: Step = found;
  for (let step: Step | null = last; step !== null; step = step.previous) {
    if (step.ground !== null) grounds.push(step.ground);
    if (step.span !== null) passed.push(step.span);
  }
  return { grounds: grounds.reverse(), difference: last.difference, passed };
}

function byStart(spans: readonly Span[]): Map<number, Span[]> {
  return Map.groupBy(spans, ({ start }) => start);
}
