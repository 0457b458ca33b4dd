/** Texts that are made to take a regular expression long: what it looks for, nearly, again and again. */
import type { AST } from '@eslint-community/regexpp';
import { type Atom, alphabetOf } from './symbols.ts';
import { atomsOf, parse } from './syntax.ts';

/** Numbers from 0 up to 1, the same ones for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Repetitions of what has no upper limit, or a high one. */
const LONGEST_RUN = 6;
const TAILS = ['', '\u0000', '\n', ' ', 'x', '!', '\u{f8ff}'];

/** Makes texts against one pattern. */
export class Hostile {
  readonly #elements: readonly AST.Element[];
  readonly #characters: (atom: Atom) => string[];
  readonly #random: () => number;

  constructor(source: string, flags: string, random: () => number) {
    const { alternatives } = parse(source, flags);
    this.#random = random;
    this.#elements = alternatives.flatMap(({ elements }) => elements);
    const alphabet = alphabetOf(this.#elements.flatMap(atomsOf), flags);
    this.#characters = (atom) => alphabet.symbolsOf(atom).map((symbol) => alphabet.characters[symbol]!);
  }

  /** A text of about so many characters: a beginning of a match, one part of a match repeated, and what ends it badly. */
  text(characters: number): string {
    const at = this.#below(this.#elements.length || 1);
    const before = this.#all(this.#elements.slice(Math.max(0, at - this.#below(6)), at));
    const unit = this.#unit(at) || ' ';
    const runs = Math.ceil(characters / unit.length);
    // In half of the texts something stands between two halves, as where two loops meet.
    const middle = this.#below(2) === 0 ? this.#all(this.#elements.slice(at + 1, at + 1 + this.#below(4))) : '';
    const half = unit.repeat(Math.ceil(runs / 2));
    return `${before}${half}${middle}${half}${this.#one(TAILS)}`.slice(0, characters + 200);
  }

  #unit(at: number): string {
    switch (this.#below(4)) {
      case 0:
        return this.#all(this.#elements.slice(at, at + 1 + this.#below(6)));
      case 1:
        return this.#all(this.#elements);
      case 2:
        // One class alone, such as spaces.
        return this.#matching(this.#one(this.#elements.flatMap(atomsOf)) ?? null);
      default:
        return this.#matching(this.#elements[at] ?? null);
    }
  }

  #all(elements: readonly AST.Element[]): string {
    return elements.map((element) => this.#matching(element)).join('');
  }

  #matching(element: AST.Element | null): string {
    if (element === null) return '';
    switch (element.type) {
      case 'Backreference':
      case 'Assertion':
        return '';
      case 'Group':
      case 'CapturingGroup':
        return this.#all(this.#one(element.alternatives)!.elements);
      case 'Quantifier': {
        const most = Math.min(element.max, element.min + LONGEST_RUN);
        const times = element.min + this.#below(most - element.min + 1);
        return Array.from({ length: times }, () => this.#matching(element.element)).join('');
      }
      default:
        return this.#one(this.#characters(element)) ?? '';
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #one<T>(values: readonly T[]): T | undefined {
    return values[this.#below(values.length)];
  }
}
