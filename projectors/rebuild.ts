/** Rebuilds a view from the log next to the live one, and compares two generations of a view. */
import { isDeepStrictEqual } from 'node:util';
import { sizeOf } from '#common/read-ahead.ts';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import type { ReadStore, StoredDocument, ViewGeneration } from '#contracts/ports/read-store.ts';
import { applyBatch, filterOf } from './batch.ts';
import type { Projection } from './projection.ts';

export interface RebuildOptions {
  /** Called after every batch with the position reached and the number of events read so far. */
  onProgress?(progress: { position: Position; events: number }): void;
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
  stores: { eventStore: EventStore; readStore: ReadStore },
  projection: Projection,
  options: RebuildOptions = {},
): Promise<{ generation: ViewGeneration; events: number }> {
  const { readStore } = stores;
  const former = await readStore.live(projection.view);
  const generation = await readStore.createGeneration(projection.view);
  let events = 0;
  try {
    do {
      events = await applyLog(stores, projection, generation, events, options);
      // Never switch to a view that is behind the live one.
    } while ((await readStore.checkpoint(generation)) < (await readStore.checkpoint(former)));
  } catch (error) {
    await readStore.drop(generation);
    throw error;
  }
  await readStore.activate(generation);
  // Catch up with events that a projector wrote to the former generation between the last read and the switch.
  events = await applyLog(stores, projection, generation, events, options);
  return { generation, events };
}

/** Applies the log from the generation's checkpoint to the log's end. Returns `eventsBefore` plus the events read. */
export async function applyLog(
  { eventStore, readStore }: { eventStore: EventStore; readStore: ReadStore },
  projection: Projection,
  generation: ViewGeneration,
  eventsBefore = 0,
  { onProgress, signal }: RebuildOptions = {},
): Promise<number> {
  let events = eventsBefore;
  let limit = 500;
  let after = await readStore.checkpoint(generation);
  for (;;) {
    signal?.throwIfAborted();
    const page = await eventStore.readAll({ after, limit, filter: filterOf(projection) });
    await applyBatch(readStore, generation, projection, page.events, page.position);
    after = page.position;
    events += page.events.length;
    onProgress?.({ position: after, events });
    if (page.at_end) return events;
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
  readStore: ReadStore,
  first: ViewGeneration,
  second: ViewGeneration,
  limit = 100,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const left = documentsOf(readStore, first);
  const right = documentsOf(readStore, second);
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

async function* documentsOf(readStore: ReadStore, generation: ViewGeneration): AsyncGenerator<StoredDocument, null> {
  for (let after = ''; ; ) {
    const page = await readStore.scan(generation, { after, limit: SCAN_PAGE });
    yield* page;
    if (page.length < SCAN_PAGE) return null;
    after = page.at(-1)!.id;
  }
}
