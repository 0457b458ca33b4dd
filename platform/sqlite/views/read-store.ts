/**
 * The read store port on SQLite. Documents are serialized and parsed here, in the caller's thread: as text they cross
 * threads in a fraction of the time of their hundreds of small values.
 */
import type { JsonObject } from '#contracts/json.ts';
import type { ReadStore, StoredDocument } from '#contracts/ports/read-store.ts';
import type { Remote } from '../../threads/rpc.ts';
import { SqliteViews, type StoredText, type ViewsOptions } from './views.ts';

/** A store over views in this thread or another one. Closing it closes them. */
export function createReadStore(views: SqliteViews | Remote<SqliteViews>): ReadStore {
  return {
    live: async (view) => views.live(view),
    createGeneration: async (view) => views.createGeneration(view),
    activate: async (generation) => views.activate(generation),
    drop: async (generation) => views.drop(generation),
    async apply(generation, writes, checkpoint) {
      const texts = writes.map(({ id, position, document }) => ({
        id,
        position,
        document: document === null ? null : JSON.stringify(document),
      }));
      await views.apply(generation, texts, checkpoint);
    },
    checkpoint: async (generation) => views.checkpoint(generation),
    async get(view, id) {
      const stored = await views.get(view, id);
      return stored === null ? null : toDocument(stored);
    },
    find: async (view, options) => (await views.find(view, options)).map(toDocument),
    load: async (generation, ids) => (await views.load(generation, ids)).map(toDocument),
    scan: async (generation, options) => (await views.scan(generation, options)).map(toDocument),
    close: async () => views.close(),
  };
}

/** A store over a file, in this thread. */
export function openReadStore(options: ViewsOptions): ReadStore {
  return createReadStore(new SqliteViews(options));
}

function toDocument({ id, position, document }: StoredText): StoredDocument {
  return { id, position, document: JSON.parse(document) as JsonObject };
}
