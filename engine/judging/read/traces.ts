/**
 * Finds out, from a sentence's words alone, which parts of a claim the sentence may contain. A part without a trace is certainly
 * missing, so only promising sentences need an analysis. A trace proves nothing; the analysis decides.
 */
import type { Item } from '#engine/syntax/items.ts';
import { startsWithCapital } from '#engine/text/letters.ts';
import { derivationsOf, entailsWord, generalSensesOf, ownSynonymsOf, sensesOf } from '#engine/text/lexicon.ts';
import { derivedFormsBegin, isDerivedForm } from '#engine/text/morphology.ts';
import type { Word } from '#engine/text/nlp.ts';
import { kindsBelow } from '../align/kinds.ts';
import { nameRuns } from '../align/reference.ts';
import { plainLetters } from '../align/same-item.ts';
import { formsOf } from './sentence.ts';
import { CONTENT, type Unit } from './units.ts';

/** Sets of a claim's parts, as bit masks in the order of the claim. */
export interface Traces {
  /** Content words that the sentence must have in some form to match the claim. */
  words: number;
  /** Names. Any word of a name counts. */
  names: number;
  /** Parts that count for nearness. A word of the part or a related word counts. */
  near: number;
}

const NO_TRACES: Traces = { words: 0, names: 0, near: 0 };

/** Number of parts that fit into a bit mask. In longer claims, the parts beyond it count as found everywhere. */
const MOST_PARTS = 30;
/** Words of denial or exclusion in a claim. The sentence may express them differently or lack them. */
const DENYING = new Set(['fail', 'yet', 'never', 'incapable', 'only', 'solely', 'exclusively']);
const GRAMMATICAL = /^(?:AUX|PRON|PART|ADP|CCONJ|SCONJ|DET|PUNCT)$/;

/** True for a content word that no name, pronoun or description can replace. */
export function isNeeded({ kind, isName, pos, key }: Item): boolean {
  return kind === 'word' && !isName && !GRAMMATICAL.test(pos) && !DENYING.has(key);
}

export function areRelated(claim: Pick<Item, 'key' | 'lower'>, key: string, lower: string): boolean {
  return entailsWord(claim.key, key) || isDerivedForm(claim.lower, lower);
}

/** Adds the second set of traces to the first. */
export function add(to: Traces, { words, names, near }: Traces): void {
  to.words |= words;
  to.names |= names;
  to.near |= near;
}

export function together(all: readonly Traces[]): Traces {
  const found = { ...NO_TRACES };
  for (const each of all) add(found, each);
  return found;
}

/** Maps numeric keys (word senses) to the parts that they indicate. */
class Bits {
  readonly #bits = new Map<number, number>();
  /** A filter with one bit per key modulo 512. Most keys that are looked up have no bit set and skip the map. */
  readonly #marks = new Uint32Array(16);

  add(keys: readonly number[], bit: number): void {
    for (const key of keys) {
      this.#bits.set(key, (this.#bits.get(key) ?? 0) | bit);
      this.#marks[(key >>> 5) & 15]! |= 1 << (key & 31);
    }
  }

  of(keys: readonly number[]): number {
    let bits = 0;
    for (const key of keys)
      if ((this.#marks[(key >>> 5) & 15]! & (1 << (key & 31))) !== 0) bits |= this.#bits.get(key) ?? 0;
    return bits;
  }
}

/** The parts of the claim that one form of a word indicates. */
interface OfForm extends Traces {
  /** Parts with a word that has this form among its derivations. */
  derived: number;
  /** Parts with a word whose lemma is this form. Looked up for the derivations of a sentence's word. */
  base: number;
  /** Parts with a word whose derived forms begin with this string. */
  beginning: number;
}

/** Maps forms to the parts that they indicate, so that one look-up per form finds parts of every sort. */
class Forms {
  readonly #of = new Map<string, OfForm>();

  add(forms: Iterable<string>, sort: keyof OfForm, bit: number): void {
    for (const form of forms) {
      let found = this.#of.get(form);
      if (found === undefined) {
        found = { words: 0, names: 0, near: 0, derived: 0, base: 0, beginning: 0 };
        this.#of.set(form, found);
      }
      found[sort] |= bit;
    }
  }

  get(form: string): OfForm | undefined {
    return this.#of.get(form);
  }
}

/** What is looked up for a word, independent of the claim. */
interface Kinship {
  forms: readonly string[];
  plain: readonly string[];
  /** True if the word may be a content word. Only then do related words count. */
  isContent: boolean;
  /** The senses of each form in the lexicon. */
  senses: readonly (readonly number[])[];
  derivations: readonly (readonly string[])[];
  beginnings: readonly string[];
}

/** About 12 MB in total. */
const MOST_KINSHIPS = 20_000;

// Texts share their words, so each word is looked up in the lexicon once for many claims. The cache is emptied when it is full,
// because cached passages contain an unlimited number of words.
let kinships = new WeakMap<Word, Kinship>();
let kinshipCount = 0;

function kinshipOf(word: Word): Kinship {
  let found = kinships.get(word);
  if (found === undefined) {
    const forms = formsOf(word);
    const isContent = mayBeContent(word);
    found = {
      forms,
      plain: forms.map(plainLetters),
      isContent,
      senses: isContent ? forms.flatMap((form) => [sensesOf(form), generalSensesOf(form)]).filter(isFilled) : [],
      derivations: isContent ? forms.map(derivationsOf).filter(isFilled) : [],
      beginnings: isContent ? forms.map(derivedFormsBegin).filter((beginning) => beginning !== null) : [],
    };
    if (++kinshipCount > MOST_KINSHIPS) {
      kinships = new WeakMap();
      kinshipCount = 1;
    }
    kinships.set(word, found);
  }
  return found;
}

function isFilled(list: readonly unknown[]): boolean {
  return list.length > 0;
}

export class Tracer {
  /** The traces of a sentence that has all parts. */
  readonly all: Traces;
  readonly #forms = new Forms();
  readonly #senses = new Bits();
  readonly #known = new Map<Word, Traces>();

  constructor(items: readonly Item[], units: readonly Unit[]) {
    const needed = items.filter(isNeeded).slice(0, MOST_PARTS);
    needed.forEach(({ key, lower }, at) => {
      this.#forms.add([key, lower, ...ownSynonymsOf(key), ...kindsBelow(key)], 'words', 1 << at);
    });
    const names = nameRuns(items).slice(0, MOST_PARTS);
    names.forEach(({ start, end }, at) => {
      for (const { key, lower } of items.slice(start, end))
        this.#forms.add([key, plainLetters(lower)], 'names', 1 << at);
    });
    const near = units.slice(0, MOST_PARTS);
    near.forEach((unit, at) => {
      if (unit.kind === 'date' || unit.kind === 'quantity') return;
      for (const { key, lower } of unit.items) this.#forms.add([key, lower], 'near', 1 << at);
      if (unit.kind === 'word') this.#addRelated(unit.items[0]!, 1 << at);
    });
    this.all = { words: bits(needed.length), names: bits(names.length), near: bits(near.length) };
  }

  /** The parts that the words together may contain. */
  in(words: readonly Word[]): Traces {
    const found = { ...NO_TRACES };
    for (const word of words) {
      const traces = this.#of(word);
      if (traces !== NO_TRACES) add(found, traces);
    }
    return found;
  }

  /** Adds the related words of a part, any of which counts as a trace. */
  #addRelated({ key, lower }: Item, bit: number): void {
    this.#senses.add(sensesOf(key), bit);
    this.#forms.add([key], 'base', bit);
    this.#forms.add(derivationsOf(key), 'derived', bit);
    const beginning = derivedFormsBegin(lower);
    if (beginning !== null) this.#forms.add([beginning], 'beginning', bit);
  }

  /** Like `in`, for words of which only the form is known. */
  ofForms(forms: Iterable<string>): Traces {
    const found = { ...NO_TRACES };
    for (const form of forms) {
      found.words |= this.#forms.get(form)?.words ?? 0;
      found.names |= this.#forms.get(plainLetters(form))?.names ?? 0;
    }
    return found;
  }

  #of(word: Word): Traces {
    let found = this.#known.get(word);
    if (found === undefined) {
      found = this.#find(word);
      this.#known.set(word, found);
    }
    return found;
  }

  #find(word: Word): Traces {
    const { forms, plain, isContent, senses, derivations, beginnings } = kinshipOf(word);
    let [words, names, near] = [0, 0, 0];
    for (let i = 0; i < forms.length; i++) {
      const of = this.#forms.get(forms[i]!);
      const ofPlain = plain[i] === forms[i] ? of : this.#forms.get(plain[i]!);
      if (ofPlain !== undefined) names |= ofPlain.names;
      if (of === undefined) continue;
      words |= of.words;
      near |= isContent ? of.near | of.derived : of.near;
    }
    // For words that are not content words, these lists are empty.
    for (const list of senses) near |= this.#senses.of(list);
    for (const list of derivations) for (const form of list) near |= this.#forms.get(form)?.base ?? 0;
    for (const form of beginnings) near |= this.#forms.get(form)?.beginning ?? 0;
    return words === 0 && names === 0 && near === 0 ? NO_TRACES : { words, names, near };
  }
}

function bits(count: number): number {
  return 2 ** count - 1;
}

/** True if the word may be a content word. Any capitalised word may be read as a name. */
function mayBeContent({ pos, text }: Word): boolean {
  return CONTENT.test(pos) || startsWithCapital(text);
}

/** True if the bit of part `at` is set, or if the part is beyond the mask. */
export function hasTrace(bits: number, at: number): boolean {
  return at >= MOST_PARTS || (bits & (1 << at)) !== 0;
}

export function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
