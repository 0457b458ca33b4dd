/** Shows that both ends of a move hold the same. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import pMap from 'p-map';
import { type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import { auditStream } from '#domain/audit/events.ts';
import { VERIFICATION, verificationIdOf } from '#domain/verification/decider.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { type ReplayHead, type ReplayPart, replayVerification } from '#query-api/replay.ts';
import { readAuditHead } from '#streams/audit-trail.ts';
import type { Report } from '../control/progress.ts';
import { appendGroups } from './append-groups.ts';
import { AuditedPlaces } from './audited-places.ts';
import { eventsOf } from './events.ts';
import { MoveError } from './move-error.ts';
import { isAuditRecord, lastingContentOf } from './moved-event.ts';
import type { Side } from './side.ts';

/** Of a stream: its events, and a hash over all of them in their order. */
export interface StreamDigest {
  events: number;
  sha256: string;
}

export interface LogsCompared {
  /** By stream; the same on both sides. */
  streams: Map<string, StreamDigest>;
  events: number;
  /** The last place in the target up to which it holds nothing that the source has after the position. */
  to(position: Position): Position;
}

const REPORT_EVERY = 500;
const REPLAYS_AT_ONCE = 16;

/** Compares both logs event by event, in the order of a move. Throws MoveError at the first difference. `positions`: to be known in the target. */
export async function compareLogs(
  source: Pick<Side, 'events'>,
  target: Pick<Side, 'events'>,
  positions: readonly Position[],
  total: number,
  report: Report,
): Promise<LogsCompared> {
  const streams = new Map<string, StreamDigest>();
  const places = new AuditedPlaces(target.events);
  const ends = new Map<Position, Position>();
  const open = new Set(positions);
  const there = eventsOf(target.events);
  let events = 0;
  for await (const event of inOrder(appendGroups(eventsOf(source.events)))) {
    const { value: moved } = await there.next();
    if (moved === undefined) throw new MoveError(`the target lacks ${event.revision} of ${event.stream}`);
    const content = lastingContentOf(event);
    if (content !== lastingContentOf(moved)) throw new MoveError(`${event.stream} differs at event ${event.revision}`);
    if (sourceNamed(await places.translated(event)) !== sourceNamed(moved)) {
      throw new MoveError(`the audit record ${event.id} names the place of another event`);
    }
    places.found(event, moved.position);
    add(streams, event.stream, content);
    for (const position of open) {
      if (event.position <= position) ends.set(position, moved.position);
      else open.delete(position);
    }
    if (++events % REPORT_EVERY === 0) report({ label: 'comparing events', done: events, total });
  }
  if (!(await there.next()).done) throw new MoveError('the target holds events that the source has not');
  return { streams, events, to: (position) => ends.get(position) ?? START };
}

async function* inOrder(groups: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<RecordedEvent> {
  for await (const group of groups) yield* group;
}

/** The place that an audit record names; undefined for other events. */
function sourceNamed({ type, data }: RecordedEvent): unknown {
  return isAuditRecord(type) ? data.source_position : undefined;
}

/** Each hash covers the one before it. */
function add(digests: Map<string, StreamDigest>, stream: string, content: string): void {
  const before = digests.get(stream);
  const sha256 = createHash('sha256')
    .update(before?.sha256 ?? '')
    .update(content)
    .digest('hex');
  digests.set(stream, { events: (before?.events ?? 0) + 1, sha256 });
}

/** Throws MoveError unless the audit chains end alike. Returns how many there are. */
export async function compareAudit(source: Side, target: Side, streams: Iterable<string>): Promise<number> {
  let chains = 0;
  for (const stream of streams) {
    if (!stream.startsWith(auditStream(''))) continue;
    const organizationId = stream.slice(auditStream('').length);
    const [here, there] = await Promise.all(
      [source, target].map(({ events }) => readAuditHead(events, organizationId)),
    );
    if (here?.head.hash !== there?.head.hash)
      throw new MoveError(`the audit trail of ${organizationId} ends otherwise`);
    chains++;
  }
  return chains;
}

export interface ReplaysCompared {
  /** Verifications by what became of their texts. */
  opened: number;
  erased: number;
  not_completed: number;
}

/** Replays every verification on both sides. Throws MoveError at the first difference. */
export async function compareReplays(
  source: Side,
  target: Side,
  streams: Iterable<string>,
  report: Report,
): Promise<ReplaysCompared> {
  const compared = { opened: 0, erased: 0, not_completed: 0 };
  const ids = [...streams].filter((stream) => stream.startsWith(VERIFICATION.streamPrefix)).map(verificationIdOf);
  const sealer = createSealer();
  let done = 0;
  const compare = async (id: string) => {
    const [here, there] = await Promise.all(
      [source, target].map(({ events, vault }) => digestOf(replayVerification({ events, vault, sealer }, id))),
    );
    if (here?.head == null || here.sha256 !== there?.sha256) {
      throw new MoveError(`the verification ${id} is replayed otherwise from the target`);
    }
    if (here.head.no_result === null) compared.opened++;
    else if (here.head.no_result === 'erased') compared.erased++;
    else compared.not_completed++;
    report({ label: 'replaying verifications on both sides', done: ++done, total: ids.length });
  };
  await pMap(ids, compare, { concurrency: REPLAYS_AT_ONCE });
  return compared;
}

/** A hash over all parts of a replay in their order; `head` is null if it has none. */
async function digestOf(replay: AsyncIterable<ReplayPart>): Promise<{ head: ReplayHead | null; sha256: string }> {
  const hash = createHash('sha256');
  let head: ReplayHead | null = null;
  for await (const part of replay) {
    if ('head' in part) head = part.head;
    hash.update(canonicalize(part)!).update('\n');
  }
  return { head, sha256: hash.digest('hex') };
}
