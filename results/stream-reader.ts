/**
 * Reads results from the streams. Not a part of reader.ts, because a thread that only reads results from the view loads
 * that file, and needs neither deciders nor schemas.
 */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { claimDetails } from '#streams/claim-details.ts';
import { load } from '#streams/repository.ts';
import { fileKindInStream } from './file-kind.ts';
import { type FoundVerification, findInState } from './find.ts';
import type { TextStores } from './open.ts';
import { createResultReader, type ResultReader } from './reader.ts';

/** Reads what the views do not show yet. */
export function readerOfStreams(stores: TextStores & { events: Pick<EventStore, 'readStream'> }): ResultReader {
  return createResultReader((id) => findInStream(stores.events, id), stores);
}

/** Finds a verification by folding its stream, or null if there is none. It need not be completed. */
export async function findInStream(
  events: Pick<EventStore, 'readStream'>,
  id: string,
): Promise<FoundVerification | null> {
  const { state } = await load(events, VERIFICATION, id);
  const found = findInState(state, claimDetails(events, id));
  if (found?.kind !== 'verification') return found;
  return { ...found, file: () => fileKindInStream(events, found.head.request!) };
}
