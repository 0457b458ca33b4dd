/**
 * What the library says while it does not change: which passages have a term and how much it adds to their scores, and
 * which edition of a document counts. Asked for once, then remembered: queries of one text share most of their terms, and
 * so do the texts of one customer.
 */
import type { Collection } from 'mongodb';
import { bestPassages, type PassageScores } from '../best-passages.ts';
import { tellingTerms } from '../search-terms.ts';
import { READ_TIMEOUT_MS } from './connection.ts';
import { editionOf, type LibraryCollections, type Passage } from './library-documents.ts';

/** A passage, as searches name it. */
export type PassagePlace = Pick<Passage, '_id' | 'path' | 'ordinal'>;

interface Term {
  /** How many passages have it; at most COMMON. */
  passages: number;
  /** Null for a common one. */
  scores: PassageScores | null;
}

/** A term that so many passages have is a common one, and no list of them is made here. */
const COMMON = 5_000;
/** Candidates per query; ranking looks at far fewer. */
const MAX_LIMIT = 1_000;

export class LibrarySnapshot {
  readonly version: string;
  /** When it was begun, Unix milliseconds. */
  readonly begun: number;
  readonly #passages: Collection<Passage>;
  readonly #documents: LibraryCollections['documents'];
  /** Of the library; as the server's metadata has it. */
  readonly #count: Promise<number>;
  readonly #terms = new Map<string, Promise<Term>>();
  readonly #places: PassagePlace[] = [];
  readonly #numbers = new Map<string, number>();
  /** By path; null where there is no such document. */
  readonly #editions = new Map<string, string | null>();
  #scores = 0;

  constructor({ passages, documents }: LibraryCollections, version: string, begun: number) {
    this.version = version;
    this.begun = begun;
    this.#passages = passages;
    this.#documents = documents;
    this.#count = passages.estimatedDocumentCount({ maxTimeMS: READ_TIMEOUT_MS });
    // Whoever asks for a term hears of it.
    this.#count.catch(() => {});
  }

  /** How much is remembered: scores, passages and documents. */
  get size(): number {
    return this.#scores + this.#places.length + this.#editions.size + this.#terms.size;
  }

  /** The passages that match best, best first, but for those of the editions `without`. */
  async best(terms: readonly string[], limit: number, without: ReadonlySet<string>): Promise<PassagePlace[]> {
    const wanted = Math.min(limit, MAX_LIMIT);
    if (wanted < 1 || terms.length === 0) return [];
    const known = new Map(await Promise.all(terms.map(async (term) => [term, await this.#term(term)] as const)));
    const counts = terms.map((term) => known.get(term)!.passages);
    const telling = tellingTerms(terms, counts, wanted);
    const scores = telling.map((term) => known.get(term)!.scores);
    if (scores.includes(null)) return this.#bestByServer(telling, wanted, without);
    const counting = (scores as PassageScores[]).map((one) => this.#without(one, without));
    const best = bestPassages(counting, wanted, (a, b) => inOrder(this.#places[a]!, this.#places[b]!));
    return best.map((number) => this.#places[number]!);
  }

  /** The edition of each document that counts; null for one that is none. */
  async editions(paths: readonly string[]): Promise<(string | null)[]> {
    const missing = [...new Set(paths)].filter((path) => !this.#editions.has(path));
    if (missing.length > 0) {
      const options = { projection: { edition: 1 as const }, maxTimeMS: READ_TIMEOUT_MS };
      const heads = await this.#documents.find({ _id: { $in: missing } }, options).toArray();
      for (const path of missing) this.#editions.set(path, null);
      for (const { _id, edition } of heads) this.#editions.set(_id, edition);
    }
    return paths.map((path) => this.#editions.get(path)!);
  }

  #term(term: string): Promise<Term> {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const asked = this.#ask(term);
    this.#terms.set(term, asked);
    // What failed is asked again.
    asked.catch(() => this.#terms.delete(term));
    return asked;
  }

  async #ask(term: string): Promise<Term> {
    const projection = { path: 1, ordinal: 1, score: { $meta: 'textScore' } };
    const options = { projection, limit: COMMON, batchSize: COMMON, maxTimeMS: READ_TIMEOUT_MS };
    const find = this.#passages.find<PassagePlace & { score: number }>({ $text: { $search: term } }, options);
    const [found, count] = await Promise.all([find.toArray(), this.#count]);
    if (found.length === COMMON) return { passages: COMMON, scores: null };
    const rarity = inverseFrequency(found.length, count);
    const scores = new Float64Array(2 * found.length);
    found.forEach(({ _id, path, ordinal, score }, i) => {
      scores.set([this.#numberOf(_id, path, ordinal), -rarity * score], 2 * i);
    });
    this.#scores += found.length;
    return { passages: found.length, scores };
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
    const filter = { $text: { $search: terms.join(' ') }, ...others };
    return this.#passages.find<PassagePlace>(filter, options).toArray();
  }

  #without(scores: PassageScores, editions: ReadonlySet<string>): PassageScores {
    if (editions.size === 0) return scores;
    return scores.filter((_, i) => !editions.has(editionOf(this.#places[scores[i - (i % 2)]!]!._id)));
  }
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
