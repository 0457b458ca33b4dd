/**
 * Proves that searches for a regular expression take linear time, by the ambiguity of its automaton (A. Weber, H. Seidl, On
 * the degree of ambiguity of finite automata, 1991): a backtracking matcher reads a character once for each path that leads to
 * it. The number of paths is bounded unless a text `v` leads from a state back to itself in two ways, or from a state both to
 * itself and to another, from which it leads back too. As an attempt begins at every place, the latter is also how a search
 * that begins again and again (`\s+$`) becomes quadratic.
 */
import type { AST } from '@eslint-community/regexpp';
import { type Automaton, automatonOf, Unprovable } from './automaton.ts';
import { components } from './components.ts';
import { isBounded, parse } from './syntax.ts';

/** A text that makes it slow is `before`, then `again` many times, then something that matches nothing. */
export interface Attack {
  before: string;
  again: string;
}
export type Verdict = { linear: true } | { linear: false; reason: string; attack: Attack | null };

const LINEAR: Verdict = { linear: true };
/** Larger products are not judged. */
const MOST_STATES = 3_000_000;

/**
 * Whether a search, and with the flag `g` or in `split` all searches of a text together, take linear time at most. What
 * is not linear here may be so in fact: what bounded look-around rules out is not known here, for example.
 */
export function prove(source: string, flags: string): Verdict {
  try {
    // A search tries one alternative after the other, so that their times add up.
    for (const { elements } of parse(source, flags).alternatives) {
      const verdict = proveAttempt(elements, flags);
      if (!verdict.linear) return verdict;
    }
    return LINEAR;
  } catch (error) {
    if (error instanceof Unprovable) return { linear: false, reason: error.message, attack: null };
    throw error;
  }
}

function proveAttempt(elements: readonly AST.Element[], flags: string): Verdict {
  if (elements.every(isBounded)) return LINEAR;
  const automaton = automatonOf(elements, flags);
  const { next } = automaton;
  const { of, cyclic } = components(next.length, (state) => next[state]!.flat());
  const members = Map.groupBy(next.keys(), (state) => of[state]!);
  const loops = [...cyclic].map((component) => members.get(component)!);
  for (const loop of loops) {
    const attack = twoWaysBack(automaton, loop, of);
    if (attack !== null) return { linear: false, reason: 'exponential', attack };
  }
  const after = next.map((bySymbol) => [...new Set(bySymbol.flat())]);
  const before: number[][] = next.map(() => []);
  for (const [from, targets] of after.entries()) for (const to of targets) before[to]!.push(from);
  for (const from of loops) {
    const reached = reachedFrom(after, from[0]!);
    for (const to of loops) {
      if (from === to || !reached.has(to[0]!)) continue;
      const attack = repeatedInBoth(automaton, new Set(from), reached, new Set(to), before);
      if (attack !== null) return { linear: false, reason: 'polynomial', attack };
    }
  }
  return LINEAR;
}

/** A text that leads from a state of the loop back to itself in two ways. */
function twoWaysBack(
  { alphabet, next, start }: Automaton,
  loop: readonly number[],
  of: readonly number[],
): Attack | null {
  const inLoop = (state: number) => of[state] === of[loop[0]!];
  for (const state of loop) {
    for (const [symbol, targets] of next[state]!.entries()) {
      const inside = targets.filter(inLoop);
      if (new Set(inside).size === inside.length) continue;
      const back = shortest(next, inside.find((target, i) => inside.indexOf(target) !== i)!, state)!;
      return attackOf({ alphabet, next, start }, state, [symbol, ...back]);
    }
  }
  const size = next.length;
  const pairs = product(
    loop.map((state) => [state, state]),
    ([a, b]) =>
      next[a!]!.flatMap((targets, symbol) =>
        targets.flatMap((x) =>
          inLoop(x) ? next[b!]![symbol]!.flatMap((y) => (inLoop(y) ? [{ state: [x, y], symbol }] : [])) : [],
        ),
      ),
    size,
  );
  const { of: together } = components(pairs.states.length, (i) => pairs.next[i]!.map(({ to }) => to));
  for (const [i, [a, b]] of pairs.states.entries()) {
    if (a === b) continue;
    const same = pairs.states.findIndex(([x, y], j) => x === y && together[j] === together[i]);
    if (same === -1) continue;
    const again = [...pathIn(pairs.next, same, i)!, ...pathIn(pairs.next, i, same)!];
    return attackOf({ alphabet, next, start }, pairs.states[same]![0]!, again);
  }
  return null;
}

/** A text that leads from a state of one loop to itself and to a state of the other one, and from that back to itself. */
function repeatedInBoth(
  automaton: Automaton,
  from: ReadonlySet<number>,
  reached: ReadonlySet<number>,
  to: ReadonlySet<number>,
  before: readonly (readonly number[])[],
): Attack | null {
  const { next } = automaton;
  const leading = reachedFrom(before, [...to][0]!);
  const begins: number[][] = [...from].flatMap((p) => [...to].map((q) => [p, p, q]));
  const triples = product(
    begins,
    ([a, b, c]) =>
      next[a!]!.flatMap((as, symbol) => {
        const x = as.filter((state) => from.has(state));
        if (x.length === 0) return [];
        const z = next[c!]![symbol]!.filter((state) => to.has(state));
        if (z.length === 0) return [];
        const y = next[b!]![symbol]!.filter((state) => reached.has(state) && leading.has(state));
        return x.flatMap((p) => y.flatMap((r) => z.map((q) => ({ state: [p, r, q], symbol }))));
      }),
    next.length,
  );
  // With a step back from where it has been repeated in both to where it began, such a text is a cycle.
  const joined = triples.next.map((steps, i) => {
    const [p, r, q] = triples.states[i]!;
    return r === q ? [...steps, { to: triples.at([p!, p!, q!])!, symbol: -1 }] : steps;
  });
  const { of } = components(triples.states.length, (i) => joined[i]!.map(({ to: target }) => target));
  for (const [i, [p, r, q]] of triples.states.entries()) {
    if (r !== q) continue;
    const begin = triples.at([p!, p!, q!])!;
    if (of[begin] !== of[i]) continue;
    const again = pathIn(joined, begin, i)!.filter((symbol) => symbol !== -1);
    return attackOf(automaton, p!, again);
  }
  return null;
}

interface Product {
  states: readonly (readonly number[])[];
  next: readonly (readonly { to: number; symbol: number }[])[];
  at(state: readonly number[]): number | undefined;
}

function product(
  begins: readonly number[][],
  stepsOf: (state: readonly number[]) => { state: number[]; symbol: number }[],
  size: number,
): Product {
  const keyOf = (state: readonly number[]) => state.reduce((key, part) => key * size + part, 0);
  const ids = new Map<number, number>();
  const states: (readonly number[])[] = [];
  const idOf = (state: readonly number[]) => {
    const key = keyOf(state);
    let id = ids.get(key);
    if (id === undefined) {
      id = states.length;
      ids.set(key, id);
      states.push(state);
      if (id > MOST_STATES) throw new Unprovable('too large to be judged');
    }
    return id;
  };
  for (const state of begins) idOf(state);
  const next: { to: number; symbol: number }[][] = [];
  for (let i = 0; i < states.length; i++) {
    const seen = new Set<number>();
    next.push(
      stepsOf(states[i]!).flatMap(({ state, symbol }) => {
        const to = idOf(state);
        if (seen.has(to)) return [];
        seen.add(to);
        return [{ to, symbol }];
      }),
    );
  }
  return { states, next, at: (state) => ids.get(keyOf(state)) };
}

function reachedFrom(after: readonly (readonly number[])[], state: number): Set<number> {
  const reached = new Set([state]);
  for (const from of reached) for (const to of after[from]!) reached.add(to);
  return reached;
}

function attackOf({ alphabet, next, start }: Automaton, state: number, again: readonly number[]): Attack {
  const textOf = (symbols: readonly number[]) => symbols.map((symbol) => alphabet.characters[symbol]).join('');
  return { before: textOf(shortest(next, start, state) ?? []), again: textOf(again) };
}

function shortest(next: Automaton['next'], from: number, to: number): number[] | null {
  return pathIn(
    next.map((bySymbol) => bySymbol.flatMap((targets, symbol) => targets.map((target) => ({ to: target, symbol })))),
    from,
    to,
  );
}

/** The symbols on the shortest way. */
function pathIn(
  next: readonly (readonly { to: number; symbol: number }[])[],
  from: number,
  to: number,
): number[] | null {
  const came = new Map<number, { from: number; symbol: number } | null>([[from, null]]);
  for (const state of came.keys()) {
    if (state === to) break;
    for (const step of next[state]!) if (!came.has(step.to)) came.set(step.to, { from: state, symbol: step.symbol });
  }
  if (!came.has(to)) return null;
  const symbols: number[] = [];
  for (let step = came.get(to)!; step !== null; step = came.get(step.from)!) symbols.unshift(step.symbol);
  return symbols;
}
