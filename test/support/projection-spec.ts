/** given (events already in the view) / when (new events) / then (documents of the view). */
import assert from 'node:assert/strict';
import type { JsonObject } from '#contracts/json.ts';
import { type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { applyBatch } from '#projectors/batch.ts';
import type { Projection } from '#projectors/projection.ts';
import { createMemoryReadStore } from './memory-read-store.ts';

export interface ProjectionSpec {
  when(events: readonly RecordedEvent[]): Promise<ProjectionSpec>;
  document<Document = JsonObject>(id: string): Promise<Document | null>;
  documents(): Promise<{ id: string; position: Position; document: JsonObject }[]>;
  /** Asserts that the events change neither documents nor their positions. */
  notUpdatedBy(events: readonly RecordedEvent[]): Promise<void>;
}

/** Applies the events to the view's live generation. */
export async function given(
  projection: Projection<never>,
  events: readonly RecordedEvent[] = [],
  views: ReadStore = createMemoryReadStore(),
): Promise<ProjectionSpec> {
  const known = projection as unknown as Projection;
  const generation = await views.live(known.view);
  const spec: ProjectionSpec = {
    async when(arriving) {
      await applyBatch(views, generation, known, arriving, arriving.at(-1)?.position ?? START);
      return spec;
    },
    document: async <Document>(id: string) => ((await views.get(known.view, id))?.document ?? null) as Document,
    documents: () => views.scan(generation, { after: '', limit: 10_000 }),
    async notUpdatedBy(arriving) {
      const before = await spec.documents();
      await spec.when(arriving);
      assert.deepEqual(await spec.documents(), before);
    },
  };
  return spec.when(events);
}
