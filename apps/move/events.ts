/**
 * Moves a log: every event with its id and time, one append after another, in the order of append-groups.ts. What the target
 * has already is read and compared first, so a move that was broken off goes on where it was, and no other log is ever
 * added to.
 */
import {
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
} from '#contracts/ports/event-store.ts';
import type { Report } from '../control/progress.ts';
import { appendGroups } from './append-groups.ts';
import { AuditedPlaces } from './audited-places.ts';
import { MoveError } from './move-error.ts';
import { isSameEvent } from './moved-event.ts';

const PAGE = 500;

export type Log = Pick<EventStore, 'append' | 'readAll'>;

/** `total`: of the source, for the progress. Returns how many events the target holds. Throws MoveError. */
export async function moveEvents(
  source: Pick<Log, 'readAll'>,
  target: Log,
  total: number | null,
  report: Report,
): Promise<number> {
  const places = new AuditedPlaces(target);
  const there = eventsOf(target);
  let moved = 0;
  let isBehind = true;

  /** What the target does not hold yet of these events. */
  async function compared(group: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    for (const [index, event] of group.entries()) {
      const next = await there.next();
      if (next.done) {
        isBehind = false;
        return group.slice(index);
      }
      requireSame(await places.translated(event), next.value);
      places.found(event, next.value.position);
      if (++moved % PAGE === 0) report({ label: 'comparing events that were moved before', done: moved, total });
    }
    return [];
  }

  async function append(group: readonly RecordedEvent[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const events: NewEvent[] = [];
    for (const event of group) events.push(toNew(await places.translated(event)));
    const expected = first.revision === 0 ? 'no_stream' : first.revision - 1;
    const { outcome } = await target.append(first.stream, expected, events);
    if (outcome !== 'appended') {
      throw new MoveError(`the target's stream ${first.stream} has other events: somebody else writes there`);
    }
    for (const event of group) places.appended(event);
    moved += group.length;
    report({ label: 'moving events', done: moved, total });
  }

  for await (const group of appendGroups(eventsOf(source))) await append(isBehind ? await compared(group) : group);
  if (isBehind && !(await there.next()).done) throw new MoveError('the target holds events that the source has not');
  return moved;
}

/** The whole log in order; the next page is on its way while one is used. */
export async function* eventsOf(log: Pick<EventStore, 'readAll'>): AsyncGenerator<RecordedEvent, undefined> {
  const pageAfter = (after: Position) => log.readAll({ after, limit: PAGE });
  for (let next = pageAfter(START); ; ) {
    const page = await next;
    if (!page.at_end) {
      next = pageAfter(page.position);
      // Who stops before it is there does not learn of its failure.
      next.catch(() => {});
    }
    yield* page.events;
    if (page.at_end) return;
  }
}

function requireSame(event: RecordedEvent, moved: RecordedEvent): void {
  if (isSameEvent(event, moved)) return;
  throw new MoveError(`the target holds another event in place of ${event.revision} of ${event.stream}`);
}

function toNew({ id, type, data, metadata, recorded_at }: RecordedEvent): NewEvent {
  return { id, type, data, metadata, recorded_at };
}
