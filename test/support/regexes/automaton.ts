/** The automaton of what a backtracking matcher tries, at every place of a text. */
import type { AST } from '@eslint-community/regexpp';
import { type Alphabet, type Atom, alphabetOf, LINE_END, WORD } from './symbols.ts';
import { atomsOf, isAtom, isBounded, withoutEnd } from './syntax.ts';

/** What can't be judged; the message says why. */
export class Unprovable extends Error {}

/** Larger ones are not judged. */
const MOST_NODES = 4_000;
/** Before the first character, beside the kinds of a last character. */
const BEGIN = 3;
const KINDS = 4;

type Condition = (last: number, next: number) => boolean;
type Edge = { to: number; when: Condition | null };

export interface Automaton {
  alphabet: Alphabet;
  /** `next[state][symbol]`: where the paths from a state go on; twice in it if two of them go there. */
  next: readonly (readonly (readonly number[])[])[];
  /** The state before the first character, and those in which an attempt can begin at the next one. */
  start: number;
}

/**
 * The automaton of an attempt (the elements of one alternative) that begins at every place. A state is a place in the
 * pattern with the kind of the last character. Every path counts, whether or not it would lead to a match, as the rest of
 * the text can always be one that matches nothing. Throws {@link Unprovable}.
 */
export function automatonOf(elements: readonly AST.Element[], flags: string): Automaton {
  const net = new Net(elements, flags);
  const { alphabet } = net;
  const ids = new Map<number, number>();
  const keys: number[] = [];
  const idOf = (key: number) => {
    let id = ids.get(key);
    if (id === undefined) {
      id = keys.length;
      ids.set(key, id);
      keys.push(key);
    }
    return id;
  };
  const next: number[][][] = [];
  const start = idOf(net.start * KINDS + BEGIN);
  for (let id = 0; id < keys.length; id++) {
    const node = Math.trunc(keys[id]! / KINDS);
    const last = keys[id]! % KINDS;
    next.push(
      alphabet.kinds.map((kind, symbol) => {
        const reached = net.after(node, last, symbol).map((to) => idOf(to * KINDS + kind));
        return node === net.start ? [...reached, idOf(net.start * KINDS + kind)] : reached;
      }),
    );
    if (next.length > MOST_NODES) throw new Unprovable('too large to be judged');
  }
  return { alphabet, next, start };
}

/** Nodes joined by steps that read nothing, and by such that read one character. */
class Net {
  readonly alphabet: Alphabet;
  readonly start: number;
  readonly #isMultiline: boolean;
  readonly #free: Edge[][] = [];
  readonly #reading: ({ symbols: ReadonlySet<number>; to: number } | undefined)[] = [];

  constructor(elements: readonly AST.Element[], flags: string) {
    this.alphabet = alphabetOf(elements.flatMap(atomsOf), flags);
    this.#isMultiline = flags.includes('m');
    this.start = this.#node();
    let at = this.start;
    withoutEnd(elements).forEach(({ element, times }, i) => {
      for (let time = 0; time < times; time++) at = this.#add(element, at, i === 0);
    });
  }

  /** The nodes behind the characters that can be read from a node on; one to which two ways lead stands there twice. */
  after(node: number, last: number, symbol: number): number[] {
    const kind = this.alphabet.kinds[symbol]!;
    const seen = new Map<number, number>();
    const found: number[] = [];
    const open = [node];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      const times = seen.get(from) ?? 0;
      if (times === 2) continue;
      seen.set(from, times + 1);
      const reading = this.#reading[from];
      if (reading?.symbols.has(symbol)) found.push(reading.to);
      for (const { to, when } of this.#free[from]!) if (when === null || when(last, kind)) open.push(to);
    }
    return found;
  }

  #node(): number {
    if (this.#free.length > MOST_NODES) throw new Unprovable('too large to be judged');
    this.#free.push([]);
    this.#reading.push(undefined);
    return this.#free.length - 1;
  }

  #join(from: number, to: number, when: Condition | null = null): void {
    this.#free[from]!.push({ to, when });
  }

  /** Adds an element behind a node; returns the node behind it. */
  #add(element: AST.Element, from: number, isFirst = false): number {
    switch (element.type) {
      case 'Group':
        if (element.modifiers !== null) throw new Unprovable('a group with modifiers');
        return this.#addAny(element.alternatives, from, isFirst);
      case 'CapturingGroup':
        return this.#addAny(element.alternatives, from, isFirst);
      case 'Quantifier':
        return this.#addRepeated(element, from);
      case 'Assertion':
        return this.#addAssertion(element, from, isFirst);
      case 'Backreference': {
        const groups = [element.resolved].flat();
        if (!groups.every((group) => isBounded(group)))
          throw new Unprovable('a back-reference to a group without limit');
        // It reads no more than its group could.
        return this.#addAny(
          groups.flatMap(({ alternatives }) => alternatives),
          from,
        );
      }
      default:
        return this.#addRead(this.alphabet.symbolsOf(element), from);
    }
  }

  #addRead(symbols: Iterable<number>, from: number): number {
    const node = this.#node();
    const to = this.#node();
    this.#join(from, node);
    this.#reading[node] = { symbols: new Set(symbols), to };
    return to;
  }

  #addAny(alternatives: readonly AST.Alternative[], from: number, isFirst = false): number {
    const to = this.#node();
    for (const { elements } of alternatives) {
      let at = this.#node();
      this.#join(from, at);
      elements.forEach((element, i) => {
        at = this.#add(element, at, isFirst && i === 0);
      });
      this.#join(at, to);
    }
    return to;
  }

  #addRepeated({ element, min, max }: AST.Quantifier, from: number): number {
    let at = from;
    if (max === Number.POSITIVE_INFINITY) {
      for (let time = 1; time < min; time++) at = this.#add(element, at);
      const before = this.#node();
      const to = this.#node();
      this.#join(at, before);
      const after = this.#add(element, before);
      this.#join(after, before);
      this.#join(after, to);
      if (min === 0) this.#join(at, to);
      return to;
    }
    for (let time = 0; time < min; time++) at = this.#add(element, at);
    const to = this.#node();
    for (let time = min; time < max; time++) {
      this.#join(at, to);
      const before = this.#node();
      this.#join(at, before);
      at = this.#add(element, before);
    }
    this.#join(at, to);
    return to;
  }

  #addAssertion(assertion: AST.Assertion, from: number, isFirst: boolean): number {
    const to = this.#node();
    switch (assertion.kind) {
      case 'lookahead':
        // It is read to its end; then reading goes on here, whatever came of it.
        if (!assertion.alternatives.every(isBounded)) this.#addAny(assertion.alternatives, from);
        this.#join(from, to);
        return to;
      case 'lookbehind':
        this.#addLookBehind(assertion, from, to, isFirst);
        return to;
      case 'word':
        this.#join(from, to, (last, next) => ((last === WORD) !== (next === WORD)) !== assertion.negate);
        return to;
      case 'start':
        this.#join(from, to, (last) => last === BEGIN || (this.#isMultiline && last === LINE_END));
        return to;
      case 'end':
        // Only steps that read one more character count.
        this.#join(from, to, (_, next) => this.#isMultiline && next === LINE_END);
        return to;
    }
  }

  #addLookBehind({ alternatives, negate }: AST.LookbehindAssertion, from: number, to: number, isFirst: boolean): void {
    const only =
      alternatives.length === 1 && alternatives[0]!.elements.length === 1 ? alternatives[0]!.elements[0]! : null;
    if (isFirst && only !== null && isAtom(only)) {
      // An attempt behind such a character reads the same as one that begins with it.
      this.#join(this.#addRead(this.#symbols(only, negate), from), to);
      if (negate) this.#join(from, to, (last) => last === BEGIN);
    } else if (alternatives.every(isBounded)) {
      this.#join(from, to);
    } else {
      throw new Unprovable('a look-behind without limit');
    }
  }

  #symbols(atom: Atom, negate: boolean): number[] {
    const symbols = new Set(this.alphabet.symbolsOf(atom));
    return this.alphabet.kinds.flatMap((_, symbol) => (symbols.has(symbol) !== negate ? [symbol] : []));
  }
}
