/** A webhook as its operator sees it: its deliveries, and the result of a test message. */
import { pause, timestamp } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { type EventMetadata, type EventStore, START } from '#contracts/ports/event-store.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import { newId } from '#domain/ids.ts';
import { type DeliveryAttempt, WEBHOOK_DELIVERY } from '#domain/webhook-delivery/decider.ts';
import { execute, load } from '#streams/repository.ts';
import { loadWebhook } from '#streams/webhooks.ts';
import { testPayload } from './payload.ts';

export interface DeliveryLog {
  /** `in_force`, or why it is not in force: `deleted`, `gone`, `failing`. */
  webhook: { id: string; state: string };
  /** Attempts, newest first, at most 1,000. */
  data: DeliveryAttempt[];
  has_more: boolean;
  /** Number of undelivered messages. */
  owed: number;
}

const PAGE = 256;
const MOST_LISTED = 1_000;
/** How often the stream of a test message is checked. */
const LOOK_MS = 200;

/** Reads the log. Returns null if the webhook does not exist. */
export async function listDeliveries(
  events: Pick<EventStore, 'readAll' | 'readStream'>,
  webhookId: string,
): Promise<DeliveryLog | null> {
  const { webhook, ended } = (await loadWebhook(events, webhookId)).state;
  if (webhook === null) return null;
  const newest: DeliveryAttempt[] = [];
  let count = 0;
  const owed = new Set<string>();
  for await (const event of deliveryEvents(events)) {
    if (event.data.webhook_id !== webhookId) continue;
    const { message_id } = event.data;
    if (event.type === 'WebhookDeliveryRequested') owed.add(message_id);
    else {
      if (event.data.next_attempt_at === null) owed.delete(message_id);
      count++;
      newest.push(event.data);
      if (newest.length > MOST_LISTED) newest.shift();
    }
  }
  return {
    webhook: { id: webhookId, state: ended ?? 'in_force' },
    data: newest.reverse(),
    has_more: count > MOST_LISTED,
    owed: ended === null ? owed.size : 0,
  };
}

export type TestOutcome =
  | { outcome: 'not_found' | 'not_in_force' }
  /** `attempt` is null if no process has made one in time. */
  | { outcome: 'sent'; message_id: string; attempt: DeliveryAttempt | null };

/** Has a test message delivered to a webhook and waits for the first attempt. */
export async function sendTest(
  { events, clock, timers }: { events: EventStore; clock: Clock; timers: Timers },
  webhookId: string,
  metadataFor: (organizationId: string) => EventMetadata,
  withinMs: number,
): Promise<TestOutcome> {
  const { webhook, ended } = (await loadWebhook(events, webhookId)).state;
  if (webhook === null) return { outcome: 'not_found' };
  if (ended !== null) return { outcome: 'not_in_force' };
  const { organization_id, host } = webhook;
  const message_id = newId('msg');
  const requested_at = timestamp(clock);
  const payload = testPayload(webhookId, organization_id, requested_at);
  const data = { message_id, webhook_id: webhookId, organization_id, host, payload, requested_at };
  const command = { type: 'RequestDelivery', data } as const;
  const metadata = metadataFor(organization_id);
  await execute(events, WEBHOOK_DELIVERY, message_id, command, { metadata, expectNew: true });
  const { signal } = new AbortController();
  for (let waited = 0; waited < withinMs; waited += LOOK_MS) {
    await pause(timers, LOOK_MS, signal);
    const { last } = (await load(events, WEBHOOK_DELIVERY, message_id)).state;
    if (last !== null) return { outcome: 'sent', message_id, attempt: last };
  }
  return { outcome: 'sent', message_id, attempt: null };
}

async function* deliveryEvents(events: Pick<EventStore, 'readAll'>) {
  const filter = { types: registry.storedTypes(['WebhookDeliveryRequested', 'WebhookDeliveryAttempted']) };
  for (let after = START, atEnd = false; !atEnd; ) {
    const page = await events.readAll({ after, limit: PAGE, filter });
    for (const recorded of page.events) {
      const event = decodeEvent(recorded);
      if (event?.type === 'WebhookDeliveryRequested' || event?.type === 'WebhookDeliveryAttempted') yield event;
    }
    after = page.position;
    atEnd = page.at_end;
  }
}
