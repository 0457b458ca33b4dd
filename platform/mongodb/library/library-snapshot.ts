/**
 * Caches the library's content while it does not change: which passages contain a term and the term's score in them,
 * and the current edition of a document. Queries of one text share most terms, and so do texts of one customer. Terms
 * are words of customers, so unused ones are removed.
 */
import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import type { Clock } from '#contracts/ports/clock.ts';
import { bestPassages, type PassageScores } from '../../best-passages.ts';
import { tellingTerms } from '../../search-terms.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import { editionOf, type LibraryCollections, type StoredPassage } from './library-documents.ts';

/** A passage as searches return it. */
export type PassagePlace = Pick<StoredPassage, '_id' | 'path' | 'ordinal'>;

/** The current edition of a document. */
export interface Edition {
  id: string;
  /** Number of passages. */
  passages: number;
}

/** A term in at least this many passages is common, and no list of them is cached. */
const COMMON = 5_000;
/** Most candidates per query; ranking uses far fewer. */
export const MAX_LIMIT = 1_000;

/** Milliseconds after which an unused term is removed. */
export const TERM_KEPT_MS = 60_000;
const MAX_TERMS = 20_000;
/** Total size of all lists: about 8 MB. */
const MAX_SCORES = 500_000;
/** Passages and documents: about 20 MB. */
const MAX_PLACES = 100_000;

/** Runs a query to the server when its turn comes. */
export type InTurn = <Result>(question: () => Promise<Result>) => Promise<Result>;

export class LibrarySnapshot {
  readonly version: string;
  /** When it was created, Unix milliseconds. */
  readonly begun: number;
  readonly #passages: Collection<StoredPassage>;
  readonly #documents: LibraryCollections['documents'];
  /** Number of passages with a term, at most COMMON. */
  readonly #frequencies: LRUCache<string, number>;
  readonly #lists: LRUCache<string, PassageScores>;
  #count: Promise<number> | null = null;
  readonly #places: PassagePlace[] = [];
  readonly #numbers = new Map<string, number>();
  /** Current editions by path; null when there is no such document. */
  readonly #editions = new Map<string, Edition | null>();

  constructor({ passages, documents }: LibraryCollections, version: string, clock: Clock) {
    this.version = version;
    this.begun = clock.now();
    this.#passages = passages;
    this.#documents = documents;
    // Failures are not cached. An entry evicted during its query is still returned.
    const lifetime = { ttl: TERM_KEPT_MS, ttlResolution: 0, updateAgeOnGet: true, ignoreFetchAbort: true, perf: clock };
    this.#frequencies = new LRUCache({ ...lifetime, max: MAX_TERMS, fetchMethod: (term) => this.#askFrequency(term) });
    this.#lists = new LRUCache({
      ...lifetime,
      maxSize: MAX_SCORES,
      sizeCalculation: ({ length }) => length / 2 + 1,
      fetchMethod: (term) => this.#askList(term),
    });
  }

  /** Lists refer to passages by number, so passages cannot be evicted one by one; a new snapshot is needed instead. */
  get isFull(): boolean {
    return this.#places.length + this.#editions.size >= MAX_PLACES;
  }

  /** Number of cached terms. */
  get terms(): number {
    return this.#frequencies.size;
  }

  /** Removes terms that have not been used lately. */
  forgetTerms(): void {
    this.#frequencies.purgeStale();
    this.#lists.purgeStale();
  }

  /** The best matching passages, best first, except those of the editions `without`. */
  async best(
    terms: readonly string[],
    limit: number,
    without: ReadonlySet<string>,
    inTurn: InTurn,
  ): Promise<PassagePlace[]> {
    const wanted = Math.min(limit, MAX_LIMIT);
    if (wanted < 1 || terms.length === 0) return [];
    const frequencies = await Promise.all(terms.map((term) => lookUp(this.#frequencies, term, inTurn)));
    const found = terms.filter((_, i) => frequencies[i]! > 0);
    const counts = frequencies.filter((frequency) => frequency > 0);
    const telling = tellingTerms(found, counts, wanted);
    const hasCommon = found.some((term, i) => counts[i] === COMMON && telling.includes(term));
    if (hasCommon) return inTurn(() => this.#bestByServer(telling, wanted, without));
    const scores = await Promise.all(telling.map((term) => lookUp(this.#lists, term, inTurn)));
    const counting = scores.map((one) => this.#without(one, without));
    const best = bestPassages(counting, wanted, (a, b) => inOrder(this.#places[a]!, this.#places[b]!));
    return best.map((number) => this.#places[number]!);
  }

  /** The current edition of each document; null when the document does not exist. */
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

  #askFrequency(term: string): Promise<number> {
    return this.#passages.countDocuments(having(term), { limit: COMMON, maxTimeMS: READ_TIMEOUT_MS });
  }

  /** From the server's metadata. A failure is not cached. */
  #passageCount(): Promise<number> {
    this.#count ??= this.#passages.estimatedDocumentCount({ maxTimeMS: READ_TIMEOUT_MS }).catch((error) => {
      this.#count = null;
      throw error;
    });
    return this.#count;
  }

  async #askList(term: string): Promise<PassageScores> {
    const projection = { path: 1, ordinal: 1, score: { $meta: 'textScore' } };
    const options = { projection, limit: COMMON, batchSize: COMMON, maxTimeMS: READ_TIMEOUT_MS };
    const find = this.#passages.find<PassagePlace & { score: number }>(having(term), options);
    const [found, count] = await Promise.all([find.toArray(), this.#passageCount()]);
    const rarity = inverseFrequency(found.length, count);
    const scores = new Float64Array(2 * found.length);
    found.forEach(({ _id, path, ordinal, score }, i) => {
      scores.set([this.#numberOf(_id, path, ordinal), -rarity * score], 2 * i);
    });
    return scores;
  }

  #numberOf(_id: string, path: string, ordinal: number): number {
    const known = this.#numbers.get(_id);
    if (known !== undefined) return known;
    const number = this.#places.push({ _id, path, ordinal }) - 1;
    this.#numbers.set(_id, number);
    return number;
  }

  /** For common words: the server orders by its own score, which does not weight rare words. */
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

/** Matches any of the words, which contain no query operators. */
function having(words: string) {
  return { $text: { $search: words } };
}

/**
 * Returns the cached value of a term or queries it. Each caller waits for its own turn, even when another waits for the
 * same term, so that a small search never waits behind a large one.
 */
async function lookUp<T extends number | PassageScores>(
  cache: LRUCache<string, T>,
  term: string,
  inTurn: InTurn,
): Promise<T> {
  return cache.get(term) ?? (await inTurn(async () => (await cache.fetch(term))!));
}

/**
 * BM25's inverse document frequency of a term that occurs in `passages` of `count`, in Lucene's form, which is always
 * positive.
 */
function inverseFrequency(passages: number, count: number): number {
  return Math.log(1 + (Math.max(count, passages) - passages + 0.5) / (passages + 0.5));
}

function inOrder(one: PassagePlace, other: PassagePlace): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.ordinal - other.ordinal || (one._id < other._id ? -1 : 1);
}
