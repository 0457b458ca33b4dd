/**
 * Reads results from the streams. Not a part of reader.ts, because a thread that only reads results from the view loads
 * that file, and needs neither deciders nor schemas.
 */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { load } from '#streams/repository.ts';
import { findInState } from './find.ts';
import type { TextStores } from './open.ts';
import { createResultReader, type ResultReader } from './reader.ts';

/** Reads what the views do not show yet. */
export function readerOfStreams(stores: TextStores & { events: Pick<EventStore, 'readStream'> }): ResultReader {
  return createResultReader(async (id) => findInState((await load(stores.events, VERIFICATION, id)).state), stores);
}
