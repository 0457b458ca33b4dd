/** A claim as the judge reads it: its items, in all orders that have the same meaning. Cached for one call of the engine. */
import { LRUCache } from 'lru-cache';
import { type Item, itemsOf } from '#engine/syntax/items.ts';
import { registerCallCache } from '#engine/text/kept.ts';
import { ownSynonymsOf } from '#engine/text/lexicon.ts';
import { analyse } from '#engine/text/nlp.ts';
import { isPlaceName } from '#engine/text/places.ts';
import { kindsBelow } from '../align/kinds.ts';
import { nameRuns, type Referents } from '../align/reference.ts';
import { type Order, ordersOf } from '../align/reorderings.ts';
import { isNegative, mayNameOther } from '../decide/differences.ts';
import { type ExclusiveClaim, exclusiveClaim } from '../decide/exclusive.ts';
import { nationOf } from '../decide/nationals.ts';
import { isOwnWord } from './main-name.ts';
import type { ReadPassage } from './passage.ts';
import { type Analysis, hasWord, statementOf } from './sentence.ts';
import { yearsOfWorks } from './statements/complements.ts';
import { isNeeded, Tracer, type Traces } from './traces.ts';
import { type Unit, unitsOf } from './units.ts';

const ABSOLUTE = /^(?:all|every|only|always|entire|whole|both|everyone|any)$/;

export class ReadClaim {
  readonly text: string;
  /** The items of the claim, without punctuation. */
  readonly items: readonly Item[];
  /** True if the claim's subject is a pronoun that refers to something in the claim's text. */
  readonly isOpenSubject: boolean;
  /** Set if the claim says that somebody is only one thing. Null for most claims. */
  readonly exclusive: ExclusiveClaim | null;
  /** The items that a sentence must match to decide the claim: all items, or those before "only" in an exclusive claim. */
  readonly required: readonly Item[];
  #orders: readonly Order[] | null = null;
  #years: readonly Order[] | null = null;
  #mayNameOther: boolean | null = null;
  #units: readonly Unit[] | null = null;
  #tracer: Tracer | null = null;
  #ownNames: readonly (readonly string[])[] | null = null;
  #isNegative: boolean | null = null;
  #absolutes: readonly Item[] | null = null;
  readonly #traces = new Map<ReadPassage, readonly Traces[]>();

  constructor(text: string) {
    this.text = text;
    this.items = itemsOf(analyse(text)).filter(({ kind }) => kind !== 'mark');
    this.isOpenSubject = isOpenSubject(this.items);
    this.exclusive = exclusiveClaim(this.items);
    this.required = this.exclusive?.front ?? this.items;
  }

  get orders(): readonly Order[] {
    this.#orders ??= ordersOf(this.items);
    return this.#orders;
  }

  /** What the claim implies by a work's year: "is a 2004 film" implies that the film was released in 2004. */
  get years(): readonly Order[] {
    this.#years ??= yearsOfWorks(statementOf(this.items)).map(({ items }) => ({
      items: items.map((item) => (item.key === 'released' ? { ...item, key: 'release' } : item)),
      ground: null,
    }));
    return this.#years;
  }

  /** Whether a sentence with another name in the place of one of the claim's names may contradict the claim. */
  get mayNameOther(): boolean {
    this.#mayNameOther ??= nationOf(this.items) !== null || this.orders.some(({ items }) => mayNameOther(items));
    return this.#mayNameOther;
  }

  get units(): readonly Unit[] {
    this.#units ??= unitsOf(this.items);
    return this.#units;
  }

  get tracer(): Tracer {
    this.#tracer ??= new Tracer(this.required, this.units);
    return this.#tracer;
  }

  /** Names in the claim's subject that are not common words, each as a list of lower-case words. */
  get ownNames(): readonly (readonly string[])[] {
    this.#ownNames ??= ownNamesIn(this.items);
    return this.#ownNames;
  }

  /** True if the claim contains a negative word. */
  get isNegative(): boolean {
    this.#isNegative ??= this.items.some(({ lower }) => isNegative(lower));
    return this.#isNegative;
  }

  /** The claim's absolute words, e.g. "all", "only" or "always". */
  get absolutes(): readonly Item[] {
    this.#absolutes ??= this.items.filter(({ lower }) => ABSOLUTE.test(lower));
    return this.#absolutes;
  }

  /** The traces of the claim in each sentence of the passage. */
  tracesIn(passage: ReadPassage): readonly Traces[] {
    let found = this.#traces.get(passage);
    if (found === undefined) {
      found = passage.sentences.map(({ words }) => this.tracer.in(words));
      this.#traces.set(passage, found);
    }
    return found;
  }
}

function ownNamesIn(items: readonly Item[]): string[][] {
  const verb = items.findIndex(({ tense }) => tense !== null);
  const subject = items.slice(0, Math.max(verb, 0));
  return nameRuns(subject)
    .map(({ start, end }) => subject.slice(start, end).map(({ lower }) => lower))
    .filter((name) => name.some(isOwnWord) || isPlaceName(name.join(' ')));
}

const claims = new LRUCache<string, ReadClaim>({ max: 16 });
registerCallCache(() => claims.clear());

/** Reads a claim. Cached, because a claim is compared with one passage after another. */
export function readClaim(text: string): ReadClaim {
  let found = claims.get(text);
  if (found === undefined) {
    found = new ReadClaim(text);
    claims.set(text, found);
  }
  return found;
}

/**
 * Whether the subject is a pronoun that refers to something: "It was closed in May". Not the "it" in "It is forbidden to …" or
 * "if it rains", which refers to nothing.
 */
function isOpenSubject(items: readonly Item[]): boolean {
  const verb = items.findIndex(({ tense }) => tense !== null);
  const at = items.findIndex(({ lower }, i) => i < verb && /^(?:he|she|it|they)$/.test(lower));
  if (at < 0) return false;
  const isExpletive =
    items[at]!.lower === 'it' &&
    items[verb]!.key === 'be' &&
    items
      .slice(verb + 1, verb + 4)
      .some(({ lower }, i) => lower === 'that' || (lower === 'to' && items[verb + 2 + i]?.pos === 'VERB'));
  const isWeather = items[at]!.lower === 'it' && /^(?:rain|snow|freeze|thaw|hail)$/.test(items[verb]!.key);
  return !isExpletive && !isWeather;
}

/**
 * True if the sentence has every content word that the claim needs, apart from those that may be covered by the document's name
 * or by what the text before is about. Otherwise no match is possible.
 */
export function mayHave(sentence: Analysis, claim: readonly Item[], referents: Referents): boolean {
  return claim.every((item) => {
    if (!isNeeded(item)) return true;
    if (hasWord(sentence, item.key) || hasWord(sentence, item.lower) || referents.document.names.has(item.lower))
      return true;
    if (ownSynonymsOf(item.key).some((word) => hasWord(sentence, word))) return true;
    if (kindsBelow(item.key).some((word) => hasWord(sentence, word))) return true;
    return (referents.before ?? []).some(({ lower }) => lower === item.lower);
  });
}
