/** The operator's library, whose every change leaves an event, and so a record in the operator's audit trail. */
import pMap from 'p-map';
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import { LIBRARY_DOCUMENT, type LibraryCommand, libraryDocumentId } from '#domain/library/decider.ts';
import { execute } from './repository.ts';

export type ChangedLibrary = Pick<EvidenceLibrary, 'put' | 'remove' | 'inventory'>;

interface RecordedLibraryDependencies {
  events: EventStore;
  library: ChangedLibrary;
  clock: Clock;
}

/** Documents whose events are appended at the same time. */
const AT_A_TIME = 16;

/**
 * The library for one caller's changes. An event is appended before its change is made: after a crash in between, the
 * trail tells of a change that was not made. The next one that differs from it is recorded; a repetition is not.
 */
export function recordedLibrary(
  { events, library, clock }: RecordedLibraryDependencies,
  organization_id: string,
  metadata: EventMetadata,
): ChangedLibrary {
  const record = (
    path: string,
    command: (document: { document_id: string; organization_id: string }) => LibraryCommand,
  ) => {
    const document_id = libraryDocumentId(path);
    return execute(events, LIBRARY_DOCUMENT, document_id, command({ document_id, organization_id }), { metadata });
  };
  return {
    inventory: () => library.inventory(),

    async put(documents) {
      await pMap(
        documents,
        ({ path, content_hash }) =>
          record(path, (document) => ({
            type: 'AddDocument',
            data: { ...document, content_hash, added_at: timestamp(clock) },
          })),
        { concurrency: AT_A_TIME },
      );
      return library.put(documents);
    },

    /** Paths that the library lacks leave no event. */
    async remove(paths) {
      const inventory = await library.inventory();
      const present = paths.filter((path) => Object.hasOwn(inventory, path));
      await pMap(
        present,
        (path) =>
          record(path, (document) => ({ type: 'RemoveDocument', data: { ...document, removed_at: timestamp(clock) } })),
        { concurrency: AT_A_TIME },
      );
      return library.remove(present);
    },
  };
}
