/** Rebuilds a view from the log next to the live one, and compares two generations of a view. */
import { isDeepStrictEqual } from 'node:util';
import { sizeOf } from '#common/read-ahead.ts';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import type { ReadStore, StoredDocument, ViewGeneration } from '#contracts/ports/read-store.ts';
import { applyBatch, filterOf } from './batch.ts';
import type { Projection } from './projection.ts';

export interface RebuildOptions {
  /** Called after every batch with the position reached and the number of events read so far. */
  onProgress?(progress: { position: Position; read: number }): void;
  /** Stops between batches; the unfinished generation is dropped. */
  signal?: AbortSignal;
}

const FEWEST_EVENTS = 16;
const MOST_EVENTS = 4_000;
/** Target size of a batch; the page size shrinks when events are large. */
const CHARACTERS_PER_BATCH = 8_000_000;

/**
 * Builds a new generation from the whole log and makes it the live one. The current view serves reads until then, and
 * a running projector switches to the new generation by itself. Returns the number of events read.
 * On an error, or when `signal` aborts, the unfinished generation is dropped.
 */
export async function rebuildView(
  stores: { events: EventStore; views: ReadStore },
  projection: Projection,
  options: RebuildOptions = {},
): Promise<{ generation: ViewGeneration; read: number }> {
  const { views } = stores;
  const former = await views.live(projection.view);
  const generation = await views.createGeneration(projection.view);
  let read = 0;
  try {
    do {
      read = await applyLog(stores, projection, generation, read, options);
      // Never switch to a view that is behind the live one.
    } while ((await views.checkpoint(generation)) < (await views.checkpoint(former)));
  } catch (error) {
    await views.drop(generation);
    throw error;
  }
  await views.activate(generation);
  // Catch up with events that a projector wrote to the former generation between the last read and the switch.
  read = await applyLog(stores, projection, generation, read, options);
  return { generation, read };
}

/** Applies the log from the generation's checkpoint to the log's end. Returns `readBefore` plus the events read. */
export async function applyLog(
  { events, views }: { events: EventStore; views: ReadStore },
  projection: Projection,
  generation: ViewGeneration,
  readBefore = 0,
  { onProgress, signal }: RebuildOptions = {},
): Promise<number> {
  let read = readBefore;
  let limit = 500;
  let after = await views.checkpoint(generation);
  for (;;) {
    signal?.throwIfAborted();
    const page = await events.readAll({ after, limit, filter: filterOf(projection) });
    await applyBatch(views, generation, projection, page.events, page.position);
    after = page.position;
    read += page.events.length;
    onProgress?.({ position: after, read });
    if (page.at_end) return read;
    const characters = page.events.reduce((sum, event) => sum + sizeOf(event), 0);
    const average = characters / Math.max(1, page.events.length);
    limit = Math.min(MOST_EVENTS, Math.max(FEWEST_EVENTS, Math.floor(CHARACTERS_PER_BATCH / (average + 1))));
  }
}

export interface Difference {
  id: string;
  /** null: this generation lacks the document. */
  first: StoredDocument | null;
  second: StoredDocument | null;
}

/** Documents that differ between two generations, their positions included; at most `limit` of them. */
export async function compareGenerations(
  views: ReadStore,
  first: ViewGeneration,
  second: ViewGeneration,
  limit = 100,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const left = documentsOf(views, first);
  const right = documentsOf(views, second);
  let a = await left.next();
  let b = await right.next();
  while (differences.length < limit && !(a.done && b.done)) {
    const smallest = a.done || (!b.done && b.value.id < a.value.id) ? b.value!.id : a.value.id;
    const inFirst = !a.done && a.value.id === smallest ? a.value : null;
    const inSecond = !b.done && b.value.id === smallest ? b.value : null;
    if (!isDeepStrictEqual(inFirst, inSecond)) differences.push({ id: smallest, first: inFirst, second: inSecond });
    if (inFirst !== null) a = await left.next();
    if (inSecond !== null) b = await right.next();
  }
  return differences;
}

const SCAN_PAGE = 500;

async function* documentsOf(views: ReadStore, generation: ViewGeneration): AsyncGenerator<StoredDocument, null> {
  for (let after = ''; ; ) {
    const page = await views.scan(generation, { after, limit: SCAN_PAGE });
    yield* page;
    if (page.length < SCAN_PAGE) return null;
    after = page.at(-1)!.id;
  }
}
