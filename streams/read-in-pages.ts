/** Reads long streams without holding all events in memory. */
import type { EventStore, RecordedEvent } from '#contracts/ports/event-store.ts';

/** Events of a verification with their evidence have a few kilobytes each, so a page takes few milliseconds. */
const EVENTS_PER_PAGE = 200;

/** Yields all events of the stream in order, page by page. May include events that are appended meanwhile. */
export async function* readInPages(
  events: Pick<EventStore, 'readStream'>,
  stream: string,
): AsyncGenerator<RecordedEvent[]> {
  for (let from = 0; ; from += EVENTS_PER_PAGE) {
    const page = await events.readStream(stream, { from, limit: EVENTS_PER_PAGE });
    if (page.length > 0) yield page;
    if (page.length < EVENTS_PER_PAGE) return;
  }
}
