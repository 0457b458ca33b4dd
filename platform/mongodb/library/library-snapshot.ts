/**
 * What the library says while it does not change: which passages have a term and how much it adds to their scores, and
 * which edition of a document counts. Asked for once, then remembered: queries of one text share most of their terms, and
 * so do the texts of one customer.
 */
import type { Collection } from 'mongodb';
import { bestPassages, type PassageScores } from '../../best-passages.ts';
import { tellingTerms } from '../../search-terms.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import { editionOf, type LibraryCollections, type Passage } from './library-documents.ts';

/** A passage, as searches name it. */
export type PassagePlace = Pick<Passage, '_id' | 'path' | 'ordinal'>;

/** The passages of a document that count. */
export interface Edition {
  id: string;
  /** How many there are. */
  passages: number;
}

/** A term that so many passages have is a common one, and no list of them is made here. */
const COMMON = 5_000;
const NONE: PassageScores = new Float64Array();
/** Candidates per query; ranking looks at far fewer. */
export const MAX_LIMIT = 1_000;

export class LibrarySnapshot {
  readonly version: string;
  /** When it was begun, Unix milliseconds. */
  readonly begun: number;
  readonly #passages: Collection<Passage>;
  readonly #documents: LibraryCollections['documents'];
  /** How many passages there are, under no term; how many have a term, at most COMMON. */
  readonly #frequencies = new Map<string | null, Promise<number>>();
  readonly #lists = new Map<string, Promise<PassageScores>>();
  readonly #places: PassagePlace[] = [];
  readonly #numbers = new Map<string, number>();
  /** By path; null where there is no such document. */
  readonly #editions = new Map<string, Edition | null>();
  #scores = 0;

  constructor({ passages, documents }: LibraryCollections, version: string, begun: number) {
    this.version = version;
    this.begun = begun;
    this.#passages = passages;
    this.#documents = documents;
  }

  /** How much is remembered: scores, passages and documents. */
  get size(): number {
    return this.#scores + this.#places.length + this.#editions.size + this.#frequencies.size;
  }

  /** The passages that match best, best first, but for those of the editions `without`. */
  async best(terms: readonly string[], limit: number, without: ReadonlySet<string>): Promise<PassagePlace[]> {
    const wanted = Math.min(limit, MAX_LIMIT);
    if (wanted < 1 || terms.length === 0) return [];
    const frequencies = await Promise.all(terms.map((term) => this.#frequency(term)));
    const telling = tellingTerms(terms, frequencies, wanted);
    const hasCommon = terms.some((term, i) => frequencies[i] === COMMON && telling.includes(term));
    if (hasCommon) return this.#bestByServer(telling, wanted, without);
    const scores = await Promise.all(telling.map((term) => this.#list(term)));
    const counting = scores.map((one) => this.#without(one, without));
    const best = bestPassages(counting, wanted, (a, b) => inOrder(this.#places[a]!, this.#places[b]!));
    return best.map((number) => this.#places[number]!);
  }

  /** The edition of each document that counts; null for one that is none. */
  async editions(paths: readonly string[]): Promise<(Edition | null)[]> {
    const missing = [...new Set(paths)].filter((path) => !this.#editions.has(path));
    if (missing.length > 0) {
      const options = { projection: { edition: 1 as const, passages: 1 as const }, maxTimeMS: READ_TIMEOUT_MS };
      const heads = await this.#documents.find({ _id: { $in: missing } }, options).toArray();
      for (const path of missing) this.#editions.set(path, null);
      for (const { _id, edition, passages } of heads) this.#editions.set(_id, { id: edition, passages });
    }
    return paths.map((path) => this.#editions.get(path)!);
  }

  #frequency(term: string): Promise<number> {
    const options = { limit: COMMON, maxTimeMS: READ_TIMEOUT_MS };
    return remembered(this.#frequencies, term, () => this.#passages.countDocuments(having(term), options));
  }

  /** As the server's metadata has it. */
  #passageCount(): Promise<number> {
    const options = { maxTimeMS: READ_TIMEOUT_MS };
    return remembered(this.#frequencies, null, () => this.#passages.estimatedDocumentCount(options));
  }

  #list(term: string): Promise<PassageScores> {
    return remembered(this.#lists, term, () => this.#ask(term));
  }

  async #ask(term: string): Promise<PassageScores> {
    if ((await this.#frequency(term)) === 0) return NONE;
    const projection = { path: 1, ordinal: 1, score: { $meta: 'textScore' } };
    const options = { projection, limit: COMMON, batchSize: COMMON, maxTimeMS: READ_TIMEOUT_MS };
    const find = this.#passages.find<PassagePlace & { score: number }>(having(term), options);
    const [found, count] = await Promise.all([find.toArray(), this.#passageCount()]);
    const rarity = inverseFrequency(found.length, count);
    const scores = new Float64Array(2 * found.length);
    found.forEach(({ _id, path, ordinal, score }, i) => {
      scores.set([this.#numberOf(_id, path, ordinal), -rarity * score], 2 * i);
    });
    this.#scores += found.length;
    return scores;
  }

  #numberOf(_id: string, path: string, ordinal: number): number {
    const known = this.#numbers.get(_id);
    if (known !== undefined) return known;
    const number = this.#places.push({ _id, path, ordinal }) - 1;
    this.#numbers.set(_id, number);
    return number;
  }

  /** Common words alone: the server orders them by its own score, which has no weight for rare words. */
  async #bestByServer(terms: readonly string[], limit: number, without: ReadonlySet<string>): Promise<PassagePlace[]> {
    const others = without.size > 0 ? { edition: { $nin: [...without] } } : {};
    const sort = { score: { $meta: 'textScore' as const }, path: 1 as const, ordinal: 1 as const };
    const options = { projection: { path: 1, ordinal: 1 }, sort, limit, maxTimeMS: READ_TIMEOUT_MS };
    const filter = { ...having(terms.join(' ')), ...others };
    return this.#passages.find<PassagePlace>(filter, options).toArray();
  }

  #without(scores: PassageScores, editions: ReadonlySet<string>): PassageScores {
    if (editions.size === 0) return scores;
    return scores.filter((_, i) => !editions.has(editionOf(this.#places[scores[i - (i % 2)]!]!._id)));
  }
}

/** Any of the words, which hold nothing that could mean something to the server. */
function having(words: string) {
  return { $text: { $search: words } };
}

function remembered<Key, T>(known: Map<Key, Promise<T>>, key: Key, ask: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const asked = ask();
  known.set(key, asked);
  // What failed is asked again.
  asked.catch(() => known.delete(key));
  return asked;
}

/**
 * How much a term tells that `passages` of `count` have: BM25's inverse document frequency in the form that Lucene gives
 * it, which is above zero for any of them.
 */
function inverseFrequency(passages: number, count: number): number {
  return Math.log(1 + (Math.max(count, passages) - passages + 0.5) / (passages + 0.5));
}

function inOrder(one: PassagePlace, other: PassagePlace): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.ordinal - other.ordinal || (one._id < other._id ? -1 : 1);
}
