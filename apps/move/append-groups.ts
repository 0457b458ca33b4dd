/**
 * The order in which a log is moved. Six verifications at once leave a log in which each event has neighbours of other
 * streams, and an append takes events of one stream. So what the stages of a verification recorded goes next to the
 * event of its stream that it follows. All other events keep their order among each other, as audit chains, webhooks
 * and document jobs follow from it, and every stream keeps its own.
 */
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { isAudited, sizeOf } from './moved-event.ts';

/** Of one append, well below what a store takes. */
const MOST_EVENTS = 200;
const MOST_BYTES = 500_000;
/** Read before the first of them is passed on; an event moves ahead by less than this. */
const WINDOW_EVENTS = 2_000;
const WINDOW_BYTES = 16_000_000;

/**
 * Groups of consecutive events of one stream, one to an append. They depend on nothing but the events of the log, so
 * that a move that goes on finds them again.
 */
export async function* appendGroups(log: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent[], undefined> {
  let window = new Window();
  for await (const event of log) {
    window.add(event);
    if (!window.isFull) continue;
    yield* window.groups();
    window = new Window();
  }
  yield* window.groups();
}

interface Group {
  events: RecordedEvent[];
  bytes: number;
}

class Window {
  readonly #groups: Group[] = [];
  readonly #latest = new Map<string, Group>();
  #events = 0;
  #bytes = 0;

  get isFull(): boolean {
    return this.#events >= WINDOW_EVENTS || this.#bytes >= WINDOW_BYTES;
  }

  add(event: RecordedEvent): void {
    const size = sizeOf(event);
    const group = this.#groupFor(event, size) ?? this.#begin(event.stream);
    group.events.push(event);
    group.bytes += size;
    this.#events++;
    this.#bytes += size;
  }

  groups(): RecordedEvent[][] {
    return this.#groups.map(({ events }) => events);
  }

  #groupFor(event: RecordedEvent, size: number): Group | undefined {
    const group = this.#latest.get(event.stream);
    if (group === undefined || (keepsItsPlace(event) && group !== this.#groups.at(-1))) return undefined;
    return group.events.length < MOST_EVENTS && group.bytes + size <= MOST_BYTES ? group : undefined;
  }

  #begin(stream: string): Group {
    const group = { events: [], bytes: 0 };
    this.#groups.push(group);
    this.#latest.set(stream, group);
    return group;
  }
}

function keepsItsPlace({ stream, type }: RecordedEvent): boolean {
  return !stream.startsWith(VERIFICATION.streamPrefix) || isAudited(type);
}
