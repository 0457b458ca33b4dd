/** Stream `webhook-delivery-<message id>`: one message that is owed to one webhook, and the attempts to deliver it. */
import { z } from 'zod';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

export const WebhookDeliveryRequested = defineEvent(
  'WebhookDeliveryRequested',
  1,
  z.object({
    /** Sent as `webhook-id`, the same at every attempt. */
    message_id: z.string(),
    webhook_id: z.string(),
    organization_id: z.string(),
    /** Host of the webhook. */
    host: z.string(),
    /** The body, without text of the customer: ids, counts and times. */
    payload: z.record(z.string(), z.json()),
    requested_at: Timestamp,
  }),
);

export const WebhookDeliveryAttempted = defineEvent(
  'WebhookDeliveryAttempted',
  1,
  z.object({
    message_id: z.string(),
    webhook_id: z.string(),
    /** Number of the attempt, from 1. */
    attempt: z.int(),
    started_at: Timestamp,
    duration_ms: z.int(),
    /** null: there was no response. */
    status: z.int().nullable(),
    /** Why it was not delivered; null: it was delivered. */
    error_class: z.string().nullable(),
    /** null: it was the last attempt. */
    next_attempt_at: Timestamp.nullable(),
  }),
);

/** A person had a message sent again: in the stream of the new message, behind its request. */
export const WebhookMessageResent = defineEvent(
  'WebhookMessageResent',
  1,
  z.object({
    /** Of the new message. */
    message_id: z.string(),
    webhook_id: z.string(),
    organization_id: z.string(),
    /** The message that has the same body. */
    original_message_id: z.string(),
    resent_at: Timestamp,
  }),
);

export const WEBHOOK_DELIVERY_EVENTS = [
  WebhookDeliveryRequested,
  WebhookDeliveryAttempted,
  WebhookMessageResent,
] as const;
export type WebhookDeliveryEvent = EventOf<(typeof WEBHOOK_DELIVERY_EVENTS)[number]>;
