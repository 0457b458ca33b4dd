/**
 * The evidence library in MongoDB: passages under a text index, and documents that name the edition of their passages
 * that counts. A new edition is written first and named last; passages of an edition that no document names are no part
 * of the library.
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from 'mongodb';
import { type Clock, timestamp } from '#contracts/ports/clock.ts';
import type {
  EvidenceLibrary,
  LibraryDocument,
  LibraryPassage,
  LibraryQuery,
} from '#contracts/ports/evidence-library.ts';
import { searchTerms } from '../search-terms.ts';
import { READ_TIMEOUT_MS } from './connection.ts';
import { nameOf } from './guarded-upsert.ts';
import { ensureIndexes } from './indexes.ts';
import { type DocumentHead, editionOf, type LibraryCollections, type Passage } from './library-documents.ts';
import type { LibrarySnapshot, PassagePlace } from './library-snapshot.ts';
import { LibrarySnapshots } from './library-snapshots.ts';

/** Characters of passages that are remembered: those of some ten thousand. */
const MAX_KNOWN = 8_000_000;
/** No document is written for as long. */
const ABANDONED_MS = 3_600_000;

export class MongoEvidenceLibrary implements EvidenceLibrary {
  readonly #documents: LibraryCollections['documents'];
  readonly #passages: LibraryCollections['passages'];
  readonly #snapshots: LibrarySnapshots;
  readonly #clock: Clock;
  /** By id. What belongs to an edition never changes, so it outlives the snapshots. */
  readonly #known = new LRUCache<string, LibraryPassage>({
    maxSize: MAX_KNOWN,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  constructor(database: Db, clock: Clock) {
    const collections: LibraryCollections = {
      documents: database.collection('library_documents'),
      passages: database.collection('library_passages'),
      versions: database.collection('library_versions'),
    };
    this.#documents = collections.documents;
    this.#passages = collections.passages;
    this.#snapshots = new LibrarySnapshots(collections, clock);
    this.#clock = clock;
  }

  /** Makes the indexes that are missing, and makes up for a change that was not said. */
  async prepare(): Promise<void> {
    await ensureIndexes(this.#passages, [
      { key: { text: 'text' }, default_language: 'english' },
      { key: { edition: 1 } },
      { key: { path: 1 } },
    ]);
    await this.#snapshots.changed();
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
      await this.#snapshots.changed();
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
    const searches = queries.map(({ terms, limit }) => ({ terms: searchTerms(terms), limit }));
    let snapshot: LibrarySnapshot | null = null;
    let others = new Set<string>();
    for (;;) {
      const current = await this.#snapshots.current();
      // Another edition may count by now.
      if (current !== snapshot) others = new Set();
      snapshot = current;
      // Claims of one text ask for the same more than once.
      const asked = new Map<string, Promise<PassagePlace[]>>();
      const found = await Promise.all(
        searches.map(({ terms, limit }) => {
          const name = nameOf(limit, ...terms);
          const best = asked.get(name) ?? current.best(terms, limit, others);
          asked.set(name, best);
          return best;
        }),
      );
      const ids = new Set(found.flatMap((best) => best.map(({ _id }) => _id)));
      const counting = await this.#counting(ids, current);
      if (counting.size === ids.size) return found.map((best) => best.map(({ _id }) => counting.get(_id)!));
      // The others took places from passages that count: the search is done again without them.
      for (const id of ids) if (!counting.has(id)) others.add(editionOf(id));
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
    await this.#snapshots.changed();
    if (former !== null) await this.#passages.deleteMany({ edition: former.edition });
    const abandoned = { path, edition: { $ne: edition }, written_at: { $lt: new Date(now - ABANDONED_MS) } };
    await this.#passages.deleteMany(abandoned);
    return true;
  }

  /** Those of the passages that count, by id. */
  async #counting(ids: ReadonlySet<string>, snapshot: LibrarySnapshot): Promise<Map<string, LibraryPassage>> {
    const known = [...(await this.#withKnown(ids))];
    const editions = await snapshot.editions(known.map(([, { path }]) => path));
    return new Map(known.filter(([id], i) => editions[i] === editionOf(id)));
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

function toPassage({ ordinal, text }: Passage, head: DocumentHead): LibraryPassage {
  const { _id: path, title, publisher, publication_date, licence, indexed_at } = head;
  return { path, title, publisher, publication_date, licence, indexed_at, ordinal, text };
}
