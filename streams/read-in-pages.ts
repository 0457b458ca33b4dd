/** Long streams, read without all of their events being in the memory at the same time. */
import type { EventStore, RecordedEvent } from '#contracts/ports/event-store.ts';

/** Events of a verification, with the evidence in them, are of a few kilobytes each: a page takes few milliseconds. */
const EVENTS_PER_PAGE = 200;

/** Every event of the stream, in order; those that are appended meanwhile may come too. */
export async function* readInPages(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
): AsyncGenerator<RecordedEvent> {
  for (let from = 0; ; from += EVENTS_PER_PAGE) {
    const page = await store.readStream(stream, { from, limit: EVENTS_PER_PAGE });
    yield* page;
    if (page.length < EVENTS_PER_PAGE) return;
  }
}
