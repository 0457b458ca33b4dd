/** An organization's webhooks, read from their own streams, so that changes take effect on every instance at once. */
import { type EventStore, type Position, START } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { WEBHOOK, type Webhook, type WebhookState } from '#domain/webhook/decider.ts';
import { type BoundedList, idsOn } from './bounded-lists.ts';
import { foldStream, type LoadedStream } from './repository.ts';

export interface LoadedWebhook extends LoadedStream<WebhookState> {
  /** Log position of its creation; START if there is none. */
  created: Position;
}

/** All of them are read whenever a verification completes. */
const WEBHOOKS = 20;
const PREFIX = 'whk_';

/** Ids of an organization's webhooks, oldest first. Some may have been disabled or deleted since. */
export function webhooksOf(organizationId: string): BoundedList {
  return { name: `webhooks/${organizationId}`, limit: WEBHOOKS };
}

export function isWebhookId(id: string): boolean {
  return id.startsWith(PREFIX);
}

export async function loadWebhook(events: Pick<EventStore, 'readStream'>, webhookId: string): Promise<LoadedWebhook> {
  const recorded = await events.readStream(WEBHOOK.stream(webhookId));
  return { ...(await foldStream(WEBHOOK, recorded)), created: recorded[0]?.position ?? START };
}

/** The organization's webhooks that are in force and were created before `position`. */
export async function webhooksInForce(
  { events, values }: { events: Pick<EventStore, 'readStream'>; values: Pick<ServerValues, 'get'> },
  organizationId: string,
  position: Position,
): Promise<Webhook[]> {
  const ids = await idsOn(values, webhooksOf(organizationId));
  const loaded = await Promise.all(ids.map((id) => loadWebhook(events, id)));
  return loaded.flatMap(({ state: { webhook, ended }, created }) =>
    webhook?.organization_id === organizationId && ended === null && created < position ? [webhook] : [],
  );
}
