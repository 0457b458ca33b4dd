/**
 * The evidence library in MongoDB: passages with a text index, and documents that name the current edition of their
 * passages. A new edition is written first and named last; passages of an edition that no document names are not part
 * of the library.
 */
import { LRUCache } from 'lru-cache';
import type { Db } from 'mongodb';
import { placesAround } from '#common/around-matches.ts';
import { FairSlots } from '#common/fair-slots.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import {
  type DocumentLanguage,
  type EvidenceLibrary,
  type LibraryDocument,
  type LibraryPassage,
  type LibraryQuery,
  type ListedDocument,
  MOST_COUNTED,
} from '#contracts/ports/evidence-library.ts';
import { searchTerms } from '../../search-terms.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import { nameOf } from '../guarded-upsert.ts';
import { ensureIndexes } from '../indexes.ts';
import { addLanguages, addTerms } from './add-terms.ts';
import { CurrentSnapshot } from './current-snapshot.ts';
import { Editions, type WrittenEdition } from './editions.ts';
import { type DocumentHead, editionOf, type LibraryCollections, type StoredPassage } from './library-documents.ts';
import { type Edition, type InTurn, type LibrarySnapshot, MAX_LIMIT, type PassagePlace } from './library-snapshot.ts';

/** Total characters of cached passages: about ten thousand passages. */
const MAX_CACHED = 8_000_000;
/**
 * Concurrent queries to the server: a search needs hundreds, and other stores share the connections. Searches take
 * turns, so that a small one is not delayed by a large one.
 */
const QUESTIONS_AT_ONCE = 8;

export class MongoEvidenceLibrary implements EvidenceLibrary {
  readonly #documents: LibraryCollections['documents'];
  readonly #passages: LibraryCollections['passages'];
  readonly #snapshot: CurrentSnapshot;
  readonly #editions: Editions;
  /** Cached passages by id. A passage of an edition never changes, so they outlive the snapshots. */
  readonly #cache = new LRUCache<string, LibraryPassage>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  readonly #questions = new FairSlots({ slots: QUESTIONS_AT_ONCE });
  #searches = 0;

  constructor(database: Db, clock: Clock) {
    const collections: LibraryCollections = {
      documents: database.collection('library_documents'),
      passages: database.collection('library_passages'),
      versions: database.collection('library_versions'),
    };
    this.#documents = collections.documents;
    this.#passages = collections.passages;
    this.#snapshot = new CurrentSnapshot(collections, clock);
    this.#editions = new Editions(collections, clock);
  }

  /** Creates missing indexes, and announces a change that a dead process has left. */
  async prepare(): Promise<void> {
    await addTerms(this.#documents, this.#passages, (add) => this.#snapshot.changing(add));
    await ensureIndexes(this.#passages, [
      { key: { text: 'text', terms: 'text' }, default_language: 'english' },
      { key: { edition: 1 } },
      { key: { path: 1 } },
    ]);
    await ensureIndexes(this.#documents, [{ key: { language: 1 } }]);
    await addLanguages(this.#documents, this.#passages);
    await this.#snapshot.prepare();
  }

  async put(documents: readonly LibraryDocument[]): Promise<number> {
    await this.#snapshot.makeUp();
    const changed = await this.#editions.changedAmong(documents);
    if (changed.length === 0) return 0;
    await this.#snapshot.changing(async () => {
      const editions: WrittenEdition[] = [];
      for (const document of changed) editions.push(await this.#editions.write(document));
      // A search that has looked before these passages were there and then meets the new edition must look again.
      await this.#snapshot.changed();
      const former: string[] = [];
      for (const edition of editions) former.push(...(await this.#editions.name(edition)));
      // As must one that takes the former edition for the current one.
      if (former.length > 0) {
        await this.#snapshot.changed();
        await this.#passages.deleteMany({ edition: { $in: former } });
      }
      await this.#editions.sweep(editions);
    });
    return changed.length;
  }

  async remove(paths: readonly string[]): Promise<number> {
    await this.#snapshot.makeUp();
    const present = await this.#documents.countDocuments({ _id: { $in: [...paths] } }, { maxTimeMS: READ_TIMEOUT_MS });
    if (present === 0) return 0;
    return this.#snapshot.changing(async () => {
      let removed = 0;
      for (const path of paths) if (await this.#editions.remove(path)) removed++;
      return removed;
    });
  }

  async inventory(): Promise<Record<string, string>> {
    await this.#snapshot.makeUp();
    const found = this.#documents.find({}, { projection: { content_hash: 1 } });
    const entries: [string, string][] = [];
    for await (const { _id, content_hash } of found) entries.push([_id, content_hash]);
    return Object.fromEntries(entries);
  }

  async list({ after, limit }: { after: string; limit: number }): Promise<ListedDocument[]> {
    await this.#snapshot.makeUp();
    const options = { sort: { _id: 1 as const }, limit, maxTimeMS: READ_TIMEOUT_MS };
    const found = await this.#documents.find({ _id: { $gt: after } }, options).toArray();
    return found.map(({ _id, title, publisher, publication_date, licence, indexed_at }) => ({
      path: _id,
      title,
      publisher,
      publication_date,
      licence,
      indexed_at,
    }));
  }

  async search(queries: readonly LibraryQuery[]): Promise<LibraryPassage[][]> {
    await this.#snapshot.makeUp();
    const search = String(this.#searches++);
    const inTurn: InTurn = (question) => this.#questions.run(search, question);
    const searches = queries.map(({ terms, limit, total }) => ({ terms: searchTerms(terms), limit, total }));
    let last: LibrarySnapshot | null = null;
    let outdated: LibrarySnapshot | null = null;
    let others = new Set<string>();
    for (;;) {
      const snapshot = await this.#snapshot.current(outdated);
      // Another edition may be current now.
      if (snapshot !== last) others = new Set();
      last = snapshot;
      const found = await bestOfEach(searches, snapshot, others, inTurn);
      const places = [...new Map(found.flat().map((place) => [place._id, place])).values()];
      const editions = await editionsOf(places, snapshot);
      const gone = places.filter(({ _id, path }) => editions.get(path)?.id !== editionOf(_id));
      if (gone.length > 0) {
        // Outdated passages took places from current ones, so search again without their editions.
        for (const { _id } of gone) others.add(editionOf(_id));
        continue;
      }
      const filled = found.map((best, i) => withSurroundings(best, searches[i]!, editions));
      const wanted = [...new Set(filled.flat())];
      const passages = await this.#read(wanted);
      if (passages.size === wanted.length) return filled.map((list) => list.map((id) => passages.get(id)!));
      outdated = snapshot;
    }
  }

  async languages(): Promise<DocumentLanguage[]> {
    await this.#snapshot.makeUp();
    // Not every server of the protocol takes a limit of time here; the index has one entry to look at for each language.
    const known = await this.#documents.distinct('language', {});
    const languages = known.filter((each): each is string => typeof each === 'string' && each !== 'und');
    return Promise.all(
      languages.map(async (language) => ({
        language,
        documents: await this.#documents.countDocuments(
          { language },
          { maxTimeMS: READ_TIMEOUT_MS, limit: MOST_COUNTED },
        ),
      })),
    );
  }

  async hasDocuments(): Promise<boolean> {
    const options = { projection: { _id: 1 as const }, maxTimeMS: READ_TIMEOUT_MS };
    return (await this.#documents.findOne({}, options)) !== null;
  }

  async revision(): Promise<string> {
    await this.#snapshot.makeUp();
    return this.#snapshot.revision();
  }

  /** The caller closes the connection. */
  async close(): Promise<void> {}

  /** The passages by id, cached or read, without those that are outdated by the time they are read. */
  async #read(ids: readonly string[]): Promise<Map<string, LibraryPassage>> {
    const known = new Map<string, LibraryPassage>();
    const missing: string[] = [];
    for (const _id of ids) {
      const passage = this.#cache.get(_id);
      if (passage === undefined) missing.push(_id);
      else known.set(_id, passage);
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
      this.#cache.set(passage._id, whole);
      known.set(passage._id, whole);
    }
    return known;
  }
}

/** The best passages of each search. Claims of one text often make equal searches, which share a result. */
async function bestOfEach(
  searches: readonly { terms: readonly string[]; limit: number }[],
  snapshot: LibrarySnapshot,
  without: ReadonlySet<string>,
  inTurn: InTurn,
): Promise<PassagePlace[][]> {
  const asked = new Map<string, Promise<PassagePlace[]>>();
  return Promise.all(
    searches.map(({ terms, limit }) => {
      const name = nameOf(limit, ...terms);
      const best = asked.get(name) ?? snapshot.best(terms, limit, without, inTurn);
      asked.set(name, best);
      return best;
    }),
  );
}

/** By path, of every place. */
async function editionsOf(
  places: readonly PassagePlace[],
  snapshot: LibrarySnapshot,
): Promise<Map<string, Edition | null>> {
  const paths = [...new Set(places.map(({ path }) => path))];
  const editions = await snapshot.editions(paths);
  return new Map(paths.map((path, i) => [path, editions[i]!]));
}

/** Ids of `matches`, and of passages around them up to the search's total. */
function withSurroundings(
  matches: readonly PassagePlace[],
  { total = 0 }: { total?: number | undefined },
  editions: ReadonlyMap<string, Edition | null>,
): string[] {
  const ids = matches.map(({ _id }) => _id);
  const wanted = Math.min(total, MAX_LIMIT) - ids.length;
  if (wanted < 1) return ids;
  const places = matches.map(({ path, ordinal }) => {
    const { id, passages } = editions.get(path)!;
    return { document: id, ordinal, passages };
  });
  return [...ids, ...placesAround(places, wanted).map(({ document, ordinal }) => `${document}/${ordinal}`)];
}

function toPassage({ ordinal, text }: StoredPassage, head: DocumentHead): LibraryPassage {
  const { _id: path, title, publisher, publication_date, licence, indexed_at } = head;
  return { path, title, publisher, publication_date, licence, indexed_at, ordinal, text };
}
