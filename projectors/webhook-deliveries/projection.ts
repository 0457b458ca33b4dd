import type { Json } from '#contracts/json.ts';
import type { DeliveryAttempt, WebhookMessage } from '#domain/webhook-delivery/decider.ts';
import { WEBHOOK_DELIVERY_EVENTS, type WebhookDeliveryEvent } from '#domain/webhook-delivery/events.ts';
import type { Projection } from '../projection.ts';
import { type DeliveryState, WEBHOOK_DELIVERIES, type WebhookDeliveryDocument } from './document.ts';

export const webhookDeliveriesProjection: Projection<WebhookDeliveryEvent> = {
  view: WEBHOOK_DELIVERIES,
  events: WEBHOOK_DELIVERY_EVENTS.map(({ name }) => name),
  root: ({ event }) => event.data.message_id,
  reads: () => [],

  async project({ event }, documents) {
    const id = event.data.message_id;
    if (event.type === 'WebhookDeliveryRequested') {
      documents.put<WebhookDeliveryDocument>(id, requested(event.data));
      return;
    }
    if (event.type === 'WebhookMessageResent') return;
    const known = await documents.get<WebhookDeliveryDocument>(id);
    if (known === null) return;
    const { message_id: _, webhook_id: __, ...attempt } = event.data;
    const attempts = [...known.attempts, attempt];
    documents.put<WebhookDeliveryDocument>(id, { ...known, state: stateAfter(event.data), attempts });
  },
};

function requested({ message_id, webhook_id, organization_id, payload, requested_at }: WebhookMessage) {
  const { type, data } = payload;
  return {
    message_id,
    webhook_id,
    organization_id,
    type: textOrNull(type),
    verification_id: textOrNull((data as { verification_id?: Json } | undefined)?.verification_id),
    state: 'owed' as const,
    requested_at,
    attempts: [],
  };
}

function stateAfter({ error_class, next_attempt_at }: DeliveryAttempt): DeliveryState {
  if (error_class === null) return 'delivered';
  return next_attempt_at === null ? 'failed' : 'owed';
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
