/** Helpers for tests of event stores and of code that uses one. */
import { v7 } from 'uuid';
import type { JsonObject } from '#contracts/json.ts';
import {
  type AppendResult,
  type EventMetadata,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
  type SubscriptionMessage,
} from '#contracts/ports/event-store.ts';

export const metadata: EventMetadata = {
  actor: { type: 'system', id: 'test' },
  ip: null,
  request_id: 'req_test',
  correlation_id: 'cor_test',
  causation_id: 'cau_test',
  traceparent: '00-00000000000000000000000000000001-0000000000000001-00',
  organization_id: 'org_test',
};

/** A name that is unique among all tests and all runs on the same server. */
export function unique(prefix: string): string {
  return `${prefix}-${v7().replaceAll('-', '')}`;
}

/** An event with a new id. */
export function newEvent(type = 'Tested.v1', data: JsonObject = {}, changes: Partial<NewEvent> = {}): NewEvent {
  return { id: v7(), type, data, metadata, ...changes };
}

/** `count` events with new ids; the data of event n is `{ n }`. */
export function newEvents(count: number, type = 'Tested.v1'): NewEvent[] {
  return Array.from({ length: count }, (_, n) => newEvent(type, { n }));
}

/** Appends; throws unless the events were appended. */
export async function append(
  store: EventStore,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): Promise<Extract<AppendResult, { outcome: 'appended' }>> {
  const result = await store.append(stream, expected, events);
  if (result.outcome !== 'appended') throw new Error(`not appended: ${JSON.stringify(result)}`);
  return result;
}

/** Reads all events after a position, page by page. */
export async function readOn(store: EventStore, after: Position, types?: readonly string[], limit = 500) {
  const events: RecordedEvent[] = [];
  for (let position = after; ; ) {
    const page = await store.readAll({ after: position, limit, ...(types && { filter: { types } }) });
    events.push(...page.events);
    if (page.at_end) return { events, position: page.position };
    position = page.position;
  }
}

/** Reads messages until `enough` returns true, then aborts the subscription and waits for its end. */
export async function follow(
  store: EventStore,
  options: { after?: Position | 'end'; types?: readonly string[]; eventsOnly?: boolean },
  enough: (messages: readonly SubscriptionMessage[]) => boolean,
): Promise<SubscriptionMessage[]> {
  const controller = new AbortController();
  const messages: SubscriptionMessage[] = [];
  const subscription = store.subscribe({
    after: options.after ?? START,
    ...(options.types && { filter: { types: options.types } }),
    ...(options.eventsOnly && { eventsOnly: true }),
    signal: controller.signal,
  });
  for await (const message of subscription) {
    messages.push(message);
    if (enough(messages)) controller.abort();
  }
  return messages;
}

/** The events among the messages. */
export function eventsOf(messages: readonly SubscriptionMessage[]): RecordedEvent[] {
  return messages.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
}

/** A condition for `follow`: at least `count` events have arrived. */
export function events(count: number): (messages: readonly SubscriptionMessage[]) => boolean {
  return (messages) => messages.reduce((sum, message) => sum + (message.kind === 'event' ? 1 : 0), 0) >= count;
}
