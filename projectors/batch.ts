/** Applies a batch of events to one generation of a view: load, fold, write. Skips events that a document includes. */
import { nextTurn } from '#common/turns.ts';
import type { JsonObject } from '#contracts/json.ts';
import { type EventFilter, type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import type { DocumentWrite, ReadStore, ViewGeneration } from '#contracts/ports/read-store.ts';
import { decodeEvent, registry, UnreadableEventError } from '#domain/events/registry.ts';
import type { Documents, ProjectedEvent, Projection } from './projection.ts';

/** The subscription filter for a projection's events, in all their stored versions. */
export function filterOf(projection: Projection): EventFilter {
  return { types: registry.storedTypes(projection.events) };
}

/**
 * Folds the events into the generation and advances its checkpoint, also past events that changed nothing. An event
 * that can't be decoded is reported and skipped, because it must not block the view for everyone else. Once it can be
 * decoded again, a rebuild includes it.
 */
export async function applyBatch(
  views: ReadStore,
  generation: ViewGeneration,
  projection: Projection,
  recorded: readonly RecordedEvent[],
  checkpoint: Position,
  onUnreadable: (event: RecordedEvent) => void = () => {},
): Promise<void> {
  const events = recorded.map((event) => projected(event, onUnreadable)).filter((event) => event !== null);
  const batch = openBatch(views, generation);
  await batch.prefetch(events.flatMap((event) => [projection.root(event), ...projection.reads(event)]));
  for (const event of events) await batch.apply(projection, event);
  // Folding took some milliseconds and writing will too; let other work run in between.
  await nextTurn();
  await views.apply(generation, batch.writes(), checkpoint);
}

function projected(recorded: RecordedEvent, onUnreadable: (event: RecordedEvent) => void): ProjectedEvent | null {
  try {
    const event = decodeEvent(recorded);
    const { stream, position, recorded_at } = recorded;
    return event && { event, stream, position, recorded_at };
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    onUnreadable(recorded);
    return null;
  }
}

interface Entry {
  document: JsonObject | null;
  /** Position of the last event that changed it; START for a document that never existed. */
  position: Position;
  changed: boolean;
}

function openBatch(views: ReadStore, generation: ViewGeneration) {
  const entries = new Map<string, Entry>();

  async function prefetch(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !entries.has(id));
    if (missing.length === 0) return;
    for (const id of missing) entries.set(id, { document: null, position: START, changed: false });
    for (const { id, document, position } of await views.load(generation, missing)) {
      entries.set(id, { document, position, changed: false });
    }
  }

  async function entryOf(id: string): Promise<Entry> {
    await prefetch([id]);
    return entries.get(id)!;
  }

  function documentsAt(position: Position): Documents {
    const change = (id: string, document: JsonObject | null): void => {
      const known = entries.get(id);
      // The document already includes this event. Folding it again would count a review twice.
      if (known !== undefined && (known.changed ? known.position > position : known.position >= position)) return;
      entries.set(id, { document, position, changed: true });
    };
    return {
      get: async <Document>(id: string) => (await entryOf(id)).document as Document | null,
      put: (id, document) => change(id, document as JsonObject),
      remove: (id) => change(id, null),
    };
  }

  return {
    prefetch,
    async apply(projection: Projection, event: ProjectedEvent): Promise<void> {
      const root = await entryOf(projection.root(event));
      if (root.position >= event.position) return;
      await projection.project(event, documentsAt(event.position));
    },
    /** In descending order of id, so that a root is written after the documents under it. */
    writes(): DocumentWrite[] {
      return [...entries]
        .filter(([, entry]) => entry.changed)
        .sort(([a], [b]) => (a < b ? 1 : -1))
        .map(([id, { document, position }]) => ({ id, document, position }));
    },
  };
}
