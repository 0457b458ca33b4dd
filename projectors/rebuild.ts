/** Rebuilds a view from the log next to the live one. */
import { sizeOf } from '#common/read-ahead.ts';
import type { EventStore, Position, ReadAllPage } from '#contracts/ports/event-store.ts';
import type { ReadStore, View, ViewGeneration } from '#contracts/ports/read-store.ts';
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
      read = await applyLog(stores, [{ projection, generation }], read, options);
      // Never switch to a view that is behind the live one.
    } while ((await views.checkpoint(generation)) < (await views.checkpoint(former)));
  } catch (error) {
    await views.drop(generation);
    throw error;
  }
  await views.activate(generation);
  // Catch up with events that a projector wrote to the former generation between the last read and the switch.
  read = await applyLog(stores, [{ projection, generation }], read, options);
  return { generation, read };
}

/** A view that is built from the log, and into which generation. */
export interface Target {
  projection: Projection;
  generation: ViewGeneration;
}

/** All views, each with the generation of it that `generationOf` gives. */
export function targetsOf(
  projections: readonly Projection[],
  generationOf: (view: View) => Promise<ViewGeneration>,
): Promise<Target[]> {
  return Promise.all(
    projections.map(async (projection) => ({ projection, generation: await generationOf(projection.view) })),
  );
}

/**
 * Applies the log to each of them from its checkpoint to the log's end, reading the log once. Returns `readBefore` plus
 * the events read.
 */
export async function applyLog(
  { events, views }: { events: EventStore; views: ReadStore },
  targets: readonly Target[],
  readBefore = 0,
  { onProgress, signal }: RebuildOptions = {},
): Promise<number> {
  const builds = await Promise.all(targets.map((target) => buildOf(views, target)));
  const filter = { types: [...new Set(builds.flatMap(({ types }) => [...types]))] };
  let after = builds.map(({ checkpoint }) => checkpoint).toSorted()[0]!;
  let read = readBefore;
  let limit = 500;
  for (;;) {
    signal?.throwIfAborted();
    const page = await events.readAll({ after, limit, filter });
    await Promise.all(builds.map((build) => applyPage(views, build, page)));
    after = page.position;
    read += page.events.length;
    onProgress?.({ position: after, read });
    if (page.at_end) return read;
    const characters = page.events.reduce((sum, event) => sum + sizeOf(event), 0);
    const average = characters / Math.max(1, page.events.length);
    limit = Math.min(MOST_EVENTS, Math.max(FEWEST_EVENTS, Math.floor(CHARACTERS_PER_BATCH / (average + 1))));
  }
}

async function buildOf(views: ReadStore, target: Target) {
  const types = new Set(filterOf(target.projection).types);
  return { ...target, types, checkpoint: await views.checkpoint(target.generation) };
}

async function applyPage(
  views: ReadStore,
  { projection, generation, types, checkpoint }: Awaited<ReturnType<typeof buildOf>>,
  { events, position }: ReadAllPage,
): Promise<void> {
  if (position <= checkpoint) return;
  const own = events.filter((event) => types.has(event.type) && event.position > checkpoint);
  await applyBatch(views, generation, projection, own, position);
}
