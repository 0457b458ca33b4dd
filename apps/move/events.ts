/**
 * Moves a log: every event with its id and time, in the order of the whole log. What the target has already is read and
 * compared first, so a move that was broken off goes on where it was, and no other log is ever added to.
 */
import type { EventStore, NewEvent, Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { START } from '#contracts/ports/event-store.ts';
import { AUDITED_EVENTS } from '#pipeline/audit/follower.ts';
import type { Report } from '../control/progress.ts';
import { MoveError } from './move-error.ts';
import { isSameEvent, SourcePositions, sizeOf } from './moved-event.ts';

const PAGE = 500;
/** Of one append, well below what a store takes. */
const MOST_EVENTS = 200;
const MOST_BYTES = 500_000;
const AUDITED = new Set(AUDITED_EVENTS.types);

export type Log = Pick<EventStore, 'append' | 'readAll' | 'readStream'>;

/** `total`: of the source, for the progress. Returns how many events the target holds. Throws MoveError. */
export async function moveEvents(
  source: Pick<Log, 'readAll'>,
  target: Log,
  total: number | null,
  report: Report,
): Promise<number> {
  const positions = new SourcePositions();
  const there = eventsOf(target);
  let moved = 0;
  let group: RecordedEvent[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    const first = group[0];
    if (first === undefined) return;
    const events = group.map((event) => toNew(positions.translated(event)));
    const expected = first.revision === 0 ? 'no_stream' : first.revision - 1;
    const appended = await target.append(first.stream, expected, events);
    if (appended.outcome !== 'appended') {
      throw new MoveError(`the target's stream ${first.stream} has other events: somebody else writes there`);
    }
    positions.put(group.at(-1)!, appended.position);
    moved += group.length;
    group = [];
    bytes = 0;
    report({ label: 'moving events', done: moved, total });
  }

  let isBehind = true;
  for await (const event of eventsOf(source)) {
    if (isBehind) {
      const next = await there.next();
      if (!next.done) {
        requireSame(positions.translated(event), next.value);
        positions.put(event, next.value.position);
        if (++moved % PAGE === 0) report({ label: 'comparing events that were moved before', done: moved, total });
        continue;
      }
      isBehind = false;
    }
    const last = group.at(-1);
    const size = sizeOf(event);
    const isFull = group.length >= MOST_EVENTS || bytes + size > MOST_BYTES;
    // An audit record names the place of its event, which is known once that is there.
    if (last !== undefined && (last.stream !== event.stream || isFull || AUDITED.has(last.type))) await flush();
    group.push(event);
    bytes += size;
  }
  await flush();
  if (isBehind && !(await there.next()).done) throw new MoveError('the target holds events that the source has not');
  return moved;
}

/** The whole log in order. */
export async function* eventsOf(log: Pick<EventStore, 'readAll'>): AsyncGenerator<RecordedEvent, undefined> {
  for (let after: Position = START; ; ) {
    const page = await log.readAll({ after, limit: PAGE });
    yield* page.events;
    if (page.at_end) return;
    after = page.position;
  }
}

function requireSame(event: RecordedEvent, moved: RecordedEvent): void {
  if (isSameEvent(event, moved)) return;
  throw new MoveError(`the target holds another event in place of ${event.revision} of ${event.stream}`);
}

function toNew({ id, type, data, metadata, recorded_at }: RecordedEvent): NewEvent {
  return { id, type, data, metadata, recorded_at };
}
