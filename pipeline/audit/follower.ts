/**
 * Derives the organizations' audit records from the log. One process does so at a time, but overlapping processes,
 * stops at any point and repeated events do no harm: the end of a chain tells up to which position of the log it is
 * complete, and records are only ever appended there.
 */
import pMap from 'p-map';
import { deliveredPosition } from '#common/delivered-position.ts';
import { readAhead } from '#common/read-ahead.ts';
import { pause } from '#common/time.ts';
import { newTraceparent } from '#common/traceparent.ts';
import { Turn } from '#common/turns.ts';
import type { Timers } from '#contracts/ports/clock.ts';
import {
  type EventFilter,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
} from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { type ChainHead, headAfter, nextRecord } from '#domain/audit/chain.ts';
import { AUDITED_TYPES, type AuditEntry, auditEntryOf } from '#domain/audit/entries.ts';
import { type AuditRecord, auditStream } from '#domain/audit/events.ts';
import { encodeEvent, registry, UnreadableEventError } from '#domain/events/registry.ts';
import { stageEventId } from '#domain/ids.ts';
import { readAuditHead } from '#streams/audit-trail.ts';

export interface AuditFollowerDependencies {
  events: EventStore;
  /** Stores the checkpoint. */
  values: ServerValues;
  timers: Timers;
  /** Called for an event that can't be decoded. It gets no record. */
  onUnreadable(event: RecordedEvent): void;
}

export interface AuditFollower {
  /** Follows the log until the signal aborts. Rejects on the first failure; follow again then. */
  follow(signal: AbortSignal): Promise<void>;
  /** The position of the log up to which all records were made, by any process. */
  position(): Promise<Position>;
}

/** Events that leave an audit record. */
export const AUDITED_EVENTS: EventFilter = { types: registry.storedTypes(AUDITED_TYPES) };

/**
 * Collects events this long, so that an organization's records are appended together. Records must appear within two
 * seconds.
 */
const BATCH_WINDOW_MS = 700;
const BATCH = { messages: 100, characters: 1_000_000 };
const ORGANIZATIONS_AT_ONCE = 4;
/** Cached ends of chains; others are read from their stream. */
const MAX_ENDS = 5_000;
const CHECKPOINT = 'audit-follower';
/** More conflicts in a row than this mean that something is wrong. */
const MAX_CONFLICTS = 10;

export function createAuditFollower(dependencies: AuditFollowerDependencies): AuditFollower {
  const { events, values, timers } = dependencies;
  return {
    async follow(signal) {
      const recorder = new Recorder(dependencies);
      let stored = await values.get(CHECKPOINT);
      const subscription = events.subscribe({
        after: (stored ?? START) as Position,
        filter: AUDITED_EVENTS,
        eventsOnly: true,
        signal,
      });
      const over = () => pause(timers, BATCH_WINDOW_MS, signal);
      for await (const messages of readAhead(subscription, BATCH, { over })) {
        await recorder.record(messages.flatMap((message) => (message.kind === 'event' ? [message.event] : [])));
        stored = await advance(values, stored, deliveredPosition(messages.at(-1)!));
      }
    },
    position: async () => ((await values.get(CHECKPOINT)) ?? START) as Position,
  };
}

/** Advances the checkpoint, never backwards. Returns the stored one. */
async function advance(values: ServerValues, known: string | null, to: Position): Promise<string | null> {
  let stored = known;
  while (stored === null || stored < to) {
    if (await values.compareAndSet(CHECKPOINT, stored, to)) return to;
    stored = await values.get(CHECKPOINT);
  }
  return stored;
}

interface ChainEnd {
  head: ChainHead;
  source_position: string;
}

interface Source {
  event: RecordedEvent;
  entry: AuditEntry;
}

class Recorder {
  readonly #dependencies: AuditFollowerDependencies;
  readonly #ends = new Map<string, ChainEnd>();

  constructor(dependencies: AuditFollowerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Appends the records of these events, which are in log order. */
  async record(events: readonly RecordedEvent[]): Promise<void> {
    const byOrganization = new Map<string, Source[]>();
    const turn = new Turn();
    for (const event of events) {
      if (turn.isOver) await turn.next();
      const told = readableEntryOf(event, this.#dependencies.onUnreadable);
      if (told === null) continue;
      const sources = byOrganization.get(told.organization_id) ?? [];
      byOrganization.set(told.organization_id, sources);
      sources.push({ event, entry: told.entry });
    }
    if (this.#ends.size > MAX_ENDS) this.#ends.clear();
    await pMap(byOrganization, ([id, sources]) => this.#append(id, sources), { concurrency: ORGANIZATIONS_AT_ONCE });
  }

  async #append(organizationId: string, sources: readonly Source[]): Promise<void> {
    const { events } = this.#dependencies;
    const stream = auditStream(organizationId);
    for (let conflicts = 0; conflicts <= MAX_CONFLICTS; conflicts++) {
      const end = this.#ends.get(organizationId) ?? (await readAuditHead(events, organizationId));
      const missing = sources.filter(({ event }) => event.position > end.source_position);
      const last = missing.at(-1);
      if (last === undefined) return;
      const { made, head } = recordsOf(organizationId, end.head, missing);
      const { outcome } = await events.append(stream, revisionOf(end.head), made);
      if (outcome === 'appended') {
        this.#ends.set(organizationId, { head, source_position: last.event.position });
        return;
      }
      // Another follower was faster: continue from what it has recorded.
      this.#ends.delete(organizationId);
    }
    throw new Error('too many conflicts on one audit trail');
  }
}

/** What the event leaves in the audit trail; null for one that leaves nothing, or that can't be decoded. */
export function readableEntryOf(
  event: RecordedEvent,
  onUnreadable: (event: RecordedEvent) => void = () => {},
): ReturnType<typeof auditEntryOf> {
  try {
    return auditEntryOf(event);
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    onUnreadable(event);
    return null;
  }
}

function revisionOf({ seq }: ChainHead): ExpectedRevision {
  return seq === 0 ? 'no_stream' : seq - 1;
}

function recordsOf(
  organizationId: string,
  before: ChainHead,
  sources: readonly Source[],
): { made: NewEvent[]; head: ChainHead } {
  let head = before;
  const made: NewEvent[] = [];
  for (const { event, entry } of sources) {
    const record = nextRecord(head, event, entry);
    made.push(auditEvent(organizationId, record, event));
    head = headAfter(record);
  }
  return { made, head };
}

function auditEvent(organization_id: string, record: AuditRecord, source: RecordedEvent): NewEvent {
  const data = { organization_id, record, source_position: source.position };
  return {
    // The hash is part of the id. Otherwise, of two followers of different versions, the second one's append would
    // count as a repetition of the first one's instead of a conflict.
    id: stageEventId(auditStream(organization_id), 0, 'audit', record.hash),
    ...encodeEvent({ type: 'AuditRecorded', data }),
    metadata: {
      ...source.metadata,
      actor: { type: 'system', id: 'pipeline/audit' },
      ip: null,
      causation_id: source.id,
      // A new trace: that of a request ends with its response, and records of many requests are appended together.
      traceparent: newTraceparent(),
      organization_id,
    },
  };
}
