/**
 * The evidence library in MongoDB: passages under a text index, and documents that name the edition of their passages
 * that counts. A new edition is written first and named last; passages of an edition that no document names are no part
 * of the library.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Db, Document } from 'mongodb';
import { type Clock, timestamp } from '#contracts/ports/clock.ts';
import type {
  EvidenceLibrary,
  LibraryDocument,
  LibraryPassage,
  LibraryQuery,
} from '#contracts/ports/evidence-library.ts';
import { searchTerms } from '../search-terms.ts';
import { READ_TIMEOUT_MS } from './connection.ts';
import { ensureIndexes } from './indexes.ts';

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
  _id: string;
  path: string;
  edition: string;
  ordinal: number;
  text: string;
  /** For telling what a process that died has left from what is being written. */
  written_at: Date;
}

/** Candidates per query; ranking looks at far fewer. */
const MAX_LIMIT = 1_000;
/** No document is written for as long. */
const ABANDONED_MS = 3_600_000;

export class MongoEvidenceLibrary implements EvidenceLibrary {
  readonly #documents: Collection<DocumentHead>;
  readonly #passages: Collection<Passage>;
  readonly #clock: Clock;

  constructor(database: Db, clock: Clock) {
    this.#documents = database.collection('library_documents');
    this.#passages = database.collection('library_passages');
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
    return Promise.all(queries.map((query) => this.#searchOne(query)));
  }

  async stats(): Promise<{ documents: number; passages: number }> {
    const sums = [{ $group: { _id: null, documents: { $sum: 1 }, passages: { $sum: '$passages' } } }];
    const [found] = await this.#documents.aggregate<{ documents: number; passages: number }>(sums).toArray();
    return { documents: found?.documents ?? 0, passages: found?.passages ?? 0 };
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

  async #searchOne({ terms, limit }: LibraryQuery): Promise<LibraryPassage[]> {
    const words = searchTerms(terms).join(' ');
    if (words === '' || limit < 1) return [];
    const others = new Set<string>();
    for (;;) {
      const found = await this.#matching(words, Math.min(limit, MAX_LIMIT), others);
      const heads = await this.#headsOf(found);
      const isCurrent = ({ path, edition }: Passage) => heads.get(path)?.edition === edition;
      const outdated = found.filter((passage) => !isCurrent(passage));
      if (outdated.length === 0) return found.map((passage) => toPassage(passage, heads.get(passage.path)!));
      // They took places from passages that count: the search is done again without them.
      for (const { edition } of outdated) others.add(edition);
    }
  }

  async #matching(words: string, limit: number, others: ReadonlySet<string>): Promise<Passage[]> {
    const filter: Document = { $text: { $search: words }, ...(others.size > 0 && { edition: { $nin: [...others] } }) };
    const projection = { path: 1, edition: 1, ordinal: 1, text: 1, score: { $meta: 'textScore' } };
    const sort = { score: { $meta: 'textScore' as const }, path: 1 as const, ordinal: 1 as const };
    return this.#passages.find(filter, { projection, sort, limit, maxTimeMS: READ_TIMEOUT_MS }).toArray();
  }

  async #headsOf(passages: readonly Passage[]): Promise<Map<string, DocumentHead>> {
    const paths = [...new Set(passages.map(({ path }) => path))];
    if (paths.length === 0) return new Map();
    const heads = await this.#documents.find({ _id: { $in: paths } }, { maxTimeMS: READ_TIMEOUT_MS }).toArray();
    return new Map(heads.map((head) => [head._id, head]));
  }
}

function toPassage({ ordinal, text }: Passage, head: DocumentHead): LibraryPassage {
  const { _id: path, title, publisher, publication_date, licence, indexed_at } = head;
  return { path, title, publisher, publication_date, licence, indexed_at, ordinal, text };
}
