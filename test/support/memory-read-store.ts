/** A read store in memory, for tests of the code above the port. */
import type { JsonObject } from '#contracts/json.ts';
import { type Position, START } from '#contracts/ports/event-store.ts';
import type { FindOptions, ReadStore, StoredDocument, View, ViewGeneration } from '#contracts/ports/read-store.ts';

interface Copy {
  documents: Map<string, { position: Position; document: JsonObject | null }>;
  checkpoint: Position;
}

function isBeyond({ id, document }: StoredDocument, sort: FindOptions['sort']): boolean {
  if (sort?.after === undefined) return true;
  const value = document[sort.field];
  const { after } = sort;
  if (typeof value !== typeof after.value) return false;
  if (value === after.value) return sort.direction === 'ascending' ? id > after.id : id < after.id;
  return sort.direction === 'ascending' ? value! > after.value : value! < after.value;
}

export function createMemoryReadStore(): ReadStore {
  const copies = new Map<string, Copy>();
  const liveGenerations = new Map<string, number>();
  let generations = 0;
  const key = (view: View, generation: number): string => `${view.name}/${view.version}/${generation}`;

  function copyOf({ view, generation }: ViewGeneration): Copy {
    const copy = copies.get(key(view, generation));
    if (copy === undefined) throw new Error('this generation was dropped');
    return copy;
  }

  function create(view: View): ViewGeneration {
    const generation = ++generations;
    copies.set(key(view, generation), { documents: new Map(), checkpoint: START });
    return { view, generation };
  }

  function liveOf(view: View): ViewGeneration {
    const known = liveGenerations.get(view.name);
    if (known !== undefined) return { view, generation: known };
    const made = create(view);
    liveGenerations.set(view.name, made.generation);
    return made;
  }

  function present(copy: Copy): StoredDocument[] {
    return [...copy.documents]
      .flatMap(([id, { position, document }]) => (document === null ? [] : [{ id, position, document }]))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((stored) => JSON.parse(JSON.stringify(stored)));
  }

  return {
    live: async (view) => liveOf(view),
    createGeneration: async (view) => create(view),
    async activate({ view, generation }) {
      copies.delete(key(view, liveOf(view).generation));
      liveGenerations.set(view.name, generation);
    },
    async drop({ view, generation }) {
      copies.delete(key(view, generation));
    },
    async apply(generation, writes, checkpoint) {
      const copy = copyOf(generation);
      for (const { id, position, document } of writes) {
        if ((copy.documents.get(id)?.position ?? START) >= position) continue;
        copy.documents.set(id, { position, document: JSON.parse(JSON.stringify(document)) });
      }
      if (checkpoint > copy.checkpoint) copy.checkpoint = checkpoint;
    },
    checkpoint: async (generation) => copyOf(generation).checkpoint,
    get: async (view, id) => present(copyOf(liveOf(view))).find((stored) => stored.id === id) ?? null,
    async find(view, { where, sort, limit }) {
      const matching = present(copyOf(liveOf(view))).filter(
        (stored) =>
          Object.entries(where).every(([field, value]) => stored.document[field] === value) && isBeyond(stored, sort),
      );
      if (sort !== undefined) {
        const sign = sort.direction === 'ascending' ? 1 : -1;
        const keyOf = ({ id, document }: StoredDocument) => [document[sort.field] as string | number, id] as const;
        matching.sort((a, b) => {
          const [valueA, idA] = keyOf(a);
          const [valueB, idB] = keyOf(b);
          if (valueA !== valueB) return valueA < valueB ? -sign : sign;
          return idA < idB ? -sign : sign;
        });
      }
      return matching.slice(0, limit);
    },
    load: async (generation, ids) => present(copyOf(generation)).filter(({ id }) => ids.includes(id)),
    scan: async (generation, { after, limit }) =>
      present(copyOf(generation))
        .filter(({ id }) => id > after)
        .slice(0, limit),
    close: async () => {},
  };
}
