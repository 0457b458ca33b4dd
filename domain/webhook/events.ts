/** Stream `webhook-<id>`: a destination that receives messages about completed verifications. */
import { z } from 'zod';
import { WebhookMessageType } from '#contracts/vocabulary-schemas.ts';
import { SealedCredential } from '../events/credential.ts';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

export const WebhookCreated = defineEvent(
  'WebhookCreated',
  1,
  z.object({
    webhook_id: z.string(),
    organization_id: z.string(),
    /** Host of its URL, with the port unless it is the default one. */
    host: z.string(),
    events: z.array(WebhookMessageType),
    /** Sealed JSON of WebhookCredential. */
    credential: SealedCredential,
    /** Base URL of the service as its creator reached it, without a path. Absent from webhooks of earlier versions. */
    service_url: z.string().optional(),
    created_at: Timestamp,
  }),
);

/** The sealed part of WebhookCreated. The URL is sealed too, because URLs of chat services contain a token. */
export const WebhookCredential = z.object({ url: z.string(), signing_secret: z.string() });
export type WebhookCredential = z.infer<typeof WebhookCredential>;

/** The service has stopped sending to the destination. */
export const WebhookDisabled = defineEvent(
  'WebhookDisabled',
  1,
  z.object({
    webhook_id: z.string(),
    /** `gone`: it responded 410. `failing`: all attempts failed for days. */
    reason: z.enum(['gone', 'failing']),
    disabled_at: Timestamp,
  }),
);

export const WebhookDeleted = defineEvent(
  'WebhookDeleted',
  1,
  z.object({ webhook_id: z.string(), deleted_at: Timestamp }),
);

export const WEBHOOK_EVENTS = [WebhookCreated, WebhookDisabled, WebhookDeleted] as const;
export type WebhookEvent = EventOf<(typeof WEBHOOK_EVENTS)[number]>;
