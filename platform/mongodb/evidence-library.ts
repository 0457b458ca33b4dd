/**
 * The evidence library in MongoDB: passages under a text index, and documents that name the edition of their passages
 * that counts. A new edition is written first and named last; passages of an edition that no document names are no part
 * of the library.
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Collection, Db, Document } from 'mongodb';
import { type Clock, timestamp } from '#contracts/ports/clock.ts';
import type {
  EvidenceLibrary,
  LibraryDocument,
  LibraryPassage,
  LibraryQuery,
} from '#contracts/ports/evidence-library.ts';
import { searchTerms, tellingTerms } from '../search-terms.ts';
import { READ_TIMEOUT_MS } from './connection.ts';
import { nameOf } from './guarded-upsert.ts';
import { ensureIndexes } from './indexes.ts';
import { TermFrequencies } from './term-frequencies.ts';

interface DocumentHead {
  /** Its path. */
  _id: string;
  title: string;
  publisher: string;
  publication_date: string | null;
  licence: string | null;
  content_hash: string;
  indexed_at: string;
  edition: string;
  /** How many passages it has. */
  passages: number;
}

interface Passage {
  /** Edition, a slash, and the ordinal. */
  _id: string;
  path: string;
  edition: string;
  ordinal: number;
  text: string;
  /** For telling what a process that died has left from what is being written. */
  written_at: Date;
}

interface Search {
  words: string;
  limit: number;
}

/** Characters of passages that are remembered: those of some ten thousand. */
const MAX_KNOWN = 8_000_000;
/** Candidates per query; ranking looks at far fewer. */
const MAX_LIMIT = 1_000;
/** No document is written for as long. */
const ABANDONED_MS = 3_600_000;

export class MongoEvidenceLibrary implements EvidenceLibrary {
  readonly #documents: Collection<DocumentHead>;
  readonly #passages: Collection<Passage>;
  readonly #frequencies: TermFrequencies<Passage>;
  readonly #clock: Clock;
  /** By id. What belongs to an edition never changes, so only which edition counts is asked for again. */
  readonly #known = new LRUCache<string, LibraryPassage>({
    maxSize: MAX_KNOWN,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  constructor(database: Db, clock: Clock) {
    this.#documents = database.collection('library_documents');
    this.#passages = database.collection('library_passages');
    this.#frequencies = new TermFrequencies(this.#passages);
    this.#clock = clock;
  }

  /** Makes the indexes that are missing. */
  async prepare(): Promise<void> {
    await ensureIndexes(this.#passages, [
      { key: { text: 'text' }, default_language: 'english' },
      { key: { edition: 1 } },
      { key: { path: 1 } },
    ]);
  }

  async put(documents: readonly LibraryDocument[]): Promise<number> {
    let changed = 0;
    for (const document of documents) if (await this.#putOne(document)) changed++;
    return changed;
  }

  async remove(paths: readonly string[]): Promise<number> {
    let removed = 0;
    for (const path of paths) {
      const head = await this.#documents.findOneAndDelete({ _id: path });
      if (head === null) continue;
      removed++;
      await this.#passages.deleteMany({ edition: head.edition });
    }
    return removed;
  }

  async inventory(): Promise<Record<string, string>> {
    const found = this.#documents.find({}, { projection: { content_hash: 1 } });
    const entries: [string, string][] = [];
    for await (const { _id, content_hash } of found) entries.push([_id, content_hash]);
    return Object.fromEntries(entries);
  }

  async search(queries: readonly LibraryQuery[]): Promise<LibraryPassage[][]> {
    const searches = await Promise.all(queries.map((query) => this.#searchOf(query)));
    const others = new Set<string>();
    for (;;) {
      // Claims of one text ask for the same more than once.
      const asked = new Map<string, Promise<string[]>>();
      const found = await Promise.all(
        searches.map((search) => {
          const name = nameOf(search.words, search.limit);
          const matching = asked.get(name) ?? this.#matching(search, others);
          asked.set(name, matching);
          return matching;
        }),
      );
      const ids = new Set(found.flat());
      const current = await this.#current(ids);
      if (current.size === ids.size) return found.map((best) => best.map((id) => current.get(id)!));
      // The others took places from passages that count: the search is done again without them.
      for (const id of ids) if (!current.has(id)) others.add(editionOf(id));
    }
  }

  async hasDocuments(): Promise<boolean> {
    const options = { projection: { _id: 1 as const }, maxTimeMS: READ_TIMEOUT_MS };
    return (await this.#documents.findOne({}, options)) !== null;
  }

  /** The connection is closed by whoever opened it. */
  async close(): Promise<void> {}

  /** Answers whether something changed. */
  async #putOne({ path, passages, ...fields }: LibraryDocument): Promise<boolean> {
    const stored = await this.#documents.findOne({ _id: path }, { projection: { content_hash: 1 } });
    if (stored?.content_hash === fields.content_hash) return false;
    const edition = randomUUID();
    const now = this.#clock.now();
    const written_at = new Date(now);
    const parts = passages.map((text, ordinal) => ({
      _id: `${edition}/${ordinal}`,
      path,
      edition,
      ordinal,
      text,
      written_at,
    }));
    if (parts.length > 0) await this.#passages.insertMany(parts);
    const { title, publisher, publication_date, licence, content_hash } = fields;
    const head = { title, publisher, publication_date, licence, content_hash, edition, passages: passages.length };
    const update = { $set: { ...head, indexed_at: timestamp(this.#clock) } };
    const former = await this.#documents.findOneAndUpdate({ _id: path }, update, {
      upsert: true,
      returnDocument: 'before',
    });
    if (former !== null) await this.#passages.deleteMany({ edition: former.edition });
    const abandoned = { path, edition: { $ne: edition }, written_at: { $lt: new Date(now - ABANDONED_MS) } };
    await this.#passages.deleteMany(abandoned);
    return true;
  }

  /** A word that no passage has may be in one by now, and costs nothing: it stays. */
  async #searchOf({ terms, limit }: LibraryQuery): Promise<Search> {
    const all = searchTerms(terms);
    return { words: tellingTerms(all, await this.#frequencies.of(all), limit).join(' '), limit };
  }

  /** Ids of the passages that match best, best first. */
  async #matching({ words, limit }: Search, others: ReadonlySet<string>): Promise<string[]> {
    if (words === '' || limit < 1) return [];
    const filter: Document = { $text: { $search: words }, ...(others.size > 0 && { edition: { $nin: [...others] } }) };
    const sort = { score: { $meta: 'textScore' as const }, path: 1 as const, ordinal: 1 as const };
    const options = { projection: { _id: 1 }, sort, limit: Math.min(limit, MAX_LIMIT), maxTimeMS: READ_TIMEOUT_MS };
    return (await this.#passages.find(filter, options).toArray()).map(({ _id }) => _id);
  }

  /** Those of the passages that count, by id. */
  async #current(ids: ReadonlySet<string>): Promise<Map<string, LibraryPassage>> {
    const known = await this.#withKnown(ids);
    const paths = [...new Set([...known.values()].map(({ path }) => path))];
    if (paths.length === 0) return known;
    const options = { projection: { edition: 1 }, maxTimeMS: READ_TIMEOUT_MS };
    const heads = await this.#documents.find({ _id: { $in: paths } }, options).toArray();
    const editions = new Map(heads.map(({ _id, edition }) => [_id, edition]));
    return new Map([...known].filter(([id, { path }]) => editions.get(path) === editionOf(id)));
  }

  /** The passages, remembered or read, but for those that did not count when they were read. */
  async #withKnown(ids: ReadonlySet<string>): Promise<Map<string, LibraryPassage>> {
    const known = new Map<string, LibraryPassage>();
    const missing: string[] = [];
    for (const id of ids) {
      const passage = this.#known.get(id);
      if (passage === undefined) missing.push(id);
      else known.set(id, passage);
    }
    if (missing.length === 0) return known;
    const limited = { maxTimeMS: READ_TIMEOUT_MS };
    const passages = await this.#passages.find({ _id: { $in: missing } }, limited).toArray();
    const paths = [...new Set(passages.map(({ path }) => path))];
    const found = await this.#documents.find({ _id: { $in: paths } }, limited).toArray();
    const heads = new Map(found.map((head) => [head._id, head]));
    for (const passage of passages) {
      const head = heads.get(passage.path);
      if (head?.edition !== passage.edition) continue;
      const whole = toPassage(passage, head);
      this.#known.set(passage._id, whole);
      known.set(passage._id, whole);
    }
    return known;
  }
}

/** The edition that a passage belongs to, by the passage's id. */
function editionOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/'));
}

function toPassage({ ordinal, text }: Passage, head: DocumentHead): LibraryPassage {
  const { _id: path, title, publisher, publication_date, licence, indexed_at } = head;
  return { path, title, publisher, publication_date, licence, indexed_at, ordinal, text };
}
