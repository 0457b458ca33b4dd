/**
 * Which parts of a claim a sentence may have, by its words alone. What leaves no trace is not there, so only sentences that may
 * matter are analysed. A trace proves nothing: an analysis tells.
 */
import type { Item } from '#engine/syntax/items.ts';
import { startsWithCapital } from '#engine/text/letters.ts';
import { ownSynonymsOf, wordRelation } from '#engine/text/lexicon.ts';
import { isDerivedForm } from '#engine/text/morphology.ts';
import type { Word } from '#engine/text/nlp.ts';
import { mayBeginDate } from '#engine/values/dates.ts';
import { mayBeginQuantity } from '#engine/values/quantities.ts';
import { nameRuns } from '../align/reference.ts';
import { plainLetters } from '../align/same-item.ts';
import { formsOf } from './sentence.ts';
import { CONTENT, type Unit } from './units.ts';

/** Sets of a claim's parts, as bits in the order of the claim. */
export interface Traces {
  /** Content words without which no way leads through. */
  words: number;
  /** Names, by any word of theirs. */
  names: number;
  /** Parts that count for nearness, by a word of theirs or a related one. */
  near: number;
  /** A figure or a date may begin. */
  hasValue: boolean;
}

const NO_TRACES: Traces = { words: 0, names: 0, near: 0, hasValue: false };

/** Of longer claims the parts behind these count as found everywhere. */
const MOST_PARTS = 30;
/** Words that a statement may have in other forms, or not at all. */
const DENYING = new Set(['fail', 'yet', 'never']);
const GRAMMATICAL = /^(?:AUX|PRON|PART|ADP|CCONJ|SCONJ|DET|PUNCT)$/;
const RELATED = new Set(['same', 'synonym', 'derived', 'hyponym']);

/** True for a content word that no name, pronoun or description may stand for. */
export function isNeeded({ kind, isName, pos, key }: Item): boolean {
  return kind === 'word' && !isName && !GRAMMATICAL.test(pos) && !DENYING.has(key);
}

export function areRelated(claim: Pick<Item, 'key' | 'lower'>, key: string, lower: string): boolean {
  const relation = wordRelation(claim.key, key);
  return (relation !== null && RELATED.has(relation)) || isDerivedForm(claim.lower, lower);
}

export function together(all: readonly Traces[]): Traces {
  const found = { ...NO_TRACES };
  for (const { words, names, near, hasValue } of all) {
    found.words |= words;
    found.names |= names;
    found.near |= near;
    found.hasValue ||= hasValue;
  }
  return found;
}

/** Bits of parts by the forms of their words. */
class Forms {
  readonly #bits = new Map<string, number>();

  add(form: string, bit: number): void {
    this.#bits.set(form, (this.#bits.get(form) ?? 0) | bit);
  }

  of(forms: readonly string[]): number {
    let bits = 0;
    for (const form of forms) bits |= this.#bits.get(form) ?? 0;
    return bits;
  }
}

export class Tracer {
  /** All parts of each sort. */
  readonly all: Traces;
  readonly #words = new Forms();
  readonly #names = new Forms();
  readonly #near = new Forms();
  readonly #loose: { bit: number; item: Item }[] = [];
  readonly #known = new Map<Word, Traces>();

  constructor(items: readonly Item[], units: readonly Unit[]) {
    const needed = items.filter(isNeeded).slice(0, MOST_PARTS);
    needed.forEach(({ key, lower }, at) => {
      for (const form of [key, lower, ...ownSynonymsOf(key)]) this.#words.add(form, 1 << at);
    });
    const names = nameRuns(items).slice(0, MOST_PARTS);
    names.forEach(({ start, end }, at) => {
      for (const { key, lower } of items.slice(start, end))
        for (const form of [key, plainLetters(lower)]) this.#names.add(form, 1 << at);
    });
    const near = units.slice(0, MOST_PARTS);
    near.forEach((unit, at) => {
      if (unit.kind === 'date' || unit.kind === 'quantity') return;
      for (const { key, lower } of unit.items) for (const form of [key, lower]) this.#near.add(form, 1 << at);
      if (unit.kind === 'word') this.#loose.push({ bit: 1 << at, item: unit.items[0]! });
    });
    this.all = { words: bits(needed.length), names: bits(names.length), near: bits(near.length), hasValue: true };
  }

  /** What all of the words together may have. */
  in(words: readonly Word[]): Traces {
    return together(words.map((word) => this.#of(word)));
  }

  /** What words of which only the form is known may have. */
  ofForms(forms: readonly string[]): Traces {
    return { ...NO_TRACES, words: this.#words.of(forms), names: this.#names.of(forms.map(plainLetters)) };
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
    const forms = formsOf(word);
    let near = this.#near.of(forms);
    if (mayBeContent(word)) {
      for (const { bit, item } of this.#loose)
        if ((near & bit) === 0 && forms.some((form) => areRelated(item, form, form))) near |= bit;
    }
    return {
      words: this.#words.of(forms),
      names: this.#names.of(forms.map(plainLetters)),
      near,
      hasValue: mayBeginDate(word) || mayBeginQuantity(word),
    };
  }
}

function bits(count: number): number {
  return 2 ** count - 1;
}

/** Of capitalised words any may be read as a name. */
function mayBeContent({ pos, text }: Word): boolean {
  return CONTENT.test(pos) || startsWithCapital(text);
}

/** True if part number `at` is among the bits. */
export function hasTrace(bits: number, at: number): boolean {
  return at >= MOST_PARTS || (bits & (1 << at)) !== 0;
}

export function countOf(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
