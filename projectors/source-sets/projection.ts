import { SOURCE_SET } from '#domain/source-set/decider.ts';
import { SOURCE_SET_EVENTS, type SourceSetEvent } from '#domain/source-set/events.ts';
import type { Projection } from '../projection.ts';
import { SOURCE_SETS, type SourceSetDocument } from './document.ts';

/** Folds a source set's events into its document, with the decider's own `evolve`. */
export const sourceSetsProjection: Projection<SourceSetEvent> = {
  view: SOURCE_SETS,
  events: SOURCE_SET_EVENTS.map((definition) => definition.name),
  root: ({ event }) => event.data.source_set_id,
  reads: () => [],

  async project({ event }, documents) {
    const id = event.data.source_set_id;
    if (event.type === 'SourceSetCreated') {
      const { organization_id, created_at } = event.data;
      const source_set = SOURCE_SET.evolve(SOURCE_SET.initialState(), event);
      documents.put<SourceSetDocument>(id, { organization_id, created_at, source_set });
      return;
    }
    const known = await documents.get<SourceSetDocument>(id);
    if (known === null) return;
    documents.put<SourceSetDocument>(id, { ...known, source_set: SOURCE_SET.evolve(known.source_set, event) });
  },
};
