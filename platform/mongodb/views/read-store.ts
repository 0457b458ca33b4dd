/**
 * Read models in MongoDB: one collection of documents per generation of a view. Every document is one guarded upsert.
 * The checkpoint moves last, which suffices because writes are guarded and projections deterministic.
 *
 * Versions of a view coexist, as two releases of the service may share a database.
 */
import type { Db } from 'mongodb';
import type { Position } from '#contracts/ports/event-store.ts';
import type {
  DocumentWrite,
  FindOptions,
  ReadStore,
  StoredDocument,
  View,
  ViewGeneration,
} from '#contracts/ports/read-store.ts';
import { needsParts, ViewDocuments } from './view-documents.ts';
import { collectionName, dropped, ViewHeads } from './view-heads.ts';

export class MongoReadStore implements ReadStore {
  readonly #database: Db;
  readonly #heads: ViewHeads;
  /** Collections whose indexes are up to date. */
  readonly #prepared = new Set<string>();
  /** The live generation last seen, which is probably still live. */
  readonly #guesses = new Map<string, number>();

  constructor(database: Db) {
    this.#database = database;
    this.#heads = new ViewHeads(database);
  }

  async live(view: View): Promise<ViewGeneration> {
    const generation = await this.#heads.live(view);
    await this.#prepare({ view, generation });
    return { view, generation };
  }

  async createGeneration(view: View): Promise<ViewGeneration> {
    const { number: generation, dropped } = await this.#heads.create(view);
    for (const number of dropped) await this.#documents(view, number).drop();
    await this.#prepare({ view, generation });
    return { view, generation };
  }

  async activate(generation: ViewGeneration): Promise<void> {
    const former = await this.#heads.activate(generation);
    if (former !== null) await this.#documents(generation.view, former).drop();
  }

  async drop(generation: ViewGeneration): Promise<void> {
    await this.#heads.drop(generation);
    await this.#documents(generation.view, generation.generation).drop();
  }

  async apply(target: ViewGeneration, writes: readonly DocumentWrite[], checkpoint: Position): Promise<void> {
    const { view, generation } = target;
    if (writes.length === 0) return this.#heads.advance(target, checkpoint);
    const head = await this.#heads.find(view);
    const before = head?.positions[generation];
    if (before === undefined) throw dropped(generation);
    // The checkpoint covers the other writes. Documents deleted long ago have no tombstone left to guard against them.
    const due = writes.filter(({ position }) => position > before);
    const wasParted = head?.parted?.includes(generation) ?? false;
    const parted = wasParted || needsParts(due);
    if (parted && !wasParted) await this.#heads.markParted(target);
    const documents = this.#documents(view, generation);
    await documents.write(due, parted);
    try {
      await this.#heads.advance(target, checkpoint);
    } catch (error) {
      // Dropped in the meantime: the writes have created its collection again.
      if ((error as { code?: unknown }).code === 'generation_dropped') await documents.drop();
      throw error;
    }
  }

  async checkpoint(generation: ViewGeneration): Promise<Position> {
    return this.#heads.position(generation);
  }

  async get(view: View, id: string): Promise<StoredDocument | null> {
    return this.#readLive(
      view,
      (documents) => documents.get(id),
      (found) => found !== null,
      null,
    );
  }

  async find(view: View, options: FindOptions): Promise<StoredDocument[]> {
    return this.#readLive(
      view,
      (documents) => documents.find(options),
      (found) => found.length === options.limit,
      [],
    );
  }

  async load(target: ViewGeneration, ids: readonly string[]): Promise<StoredDocument[]> {
    const found = await this.#documents(target.view, target.generation).load(ids);
    // Missing documents may mean that the generation was dropped. Found ones are valid, as `apply` checks again.
    if (found.length === 0 || found.length < ids.length) await this.#heads.position(target);
    return found;
  }

  async scan(target: ViewGeneration, options: { after: string; limit: number }): Promise<StoredDocument[]> {
    const found = await this.#documents(target.view, target.generation).scan(options);
    await this.#heads.position(target);
    return found;
  }

  /** The caller closes the connection. */
  async close(): Promise<void> {}

  /**
   * Reads the live generation last seen while looking up which one is live now. Missing documents may mean that the
   * generation was replaced during the read: a result that is not `certain` is accepted only if the same generation is
   * live afterwards.
   */
  async #readLive<T>(
    view: View,
    read: (documents: ViewDocuments) => Promise<T>,
    certain: (found: T) => boolean,
    empty: T,
  ): Promise<T> {
    for (;;) {
      const guess = this.#guesses.get(view.name + view.version);
      const attempt = guess === undefined ? null : settled(read(this.#documents(view, guess)));
      const live = (await this.#heads.find(view))?.live ?? null;
      if (live === null) return empty;
      this.#guesses.set(view.name + view.version, live);
      const result = await (guess === live && attempt !== null ? attempt : settled(read(this.#documents(view, live))));
      if (result.status === 'fulfilled' && certain(result.value)) return result.value;
      const isStillLive = ((await this.#heads.find(view))?.live ?? null) === live;
      if (!isStillLive) continue;
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    }
  }

  async #prepare({ view, generation }: ViewGeneration): Promise<void> {
    const name = collectionName(view, generation);
    if (this.#prepared.has(name)) return;
    await this.#documents(view, generation).prepare(view);
    this.#prepared.add(name);
  }

  #documents(view: View, generation: number): ViewDocuments {
    return new ViewDocuments(this.#database, collectionName(view, generation));
  }
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}
