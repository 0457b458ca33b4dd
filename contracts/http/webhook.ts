/** Webhooks. Only the response to the creation contains the signing secret. */
import { z } from 'zod';
import { WEBHOOK_MESSAGE_TYPES } from '../vocabulary.ts';
import { WebhookMessageType } from '../vocabulary-schemas.ts';
import { DateTime, Id, record } from './common.ts';
import { list, literal, model, url, withDefault } from './fields.ts';

export const WebhookCreateRequest = model('WebhookCreateRequest', {
  url: url({ min: 12, max: 2_048 }),
  /** Empty: all there are. The limit only bounds hostile lists. */
  events: withDefault(list(literal(WEBHOOK_MESSAGE_TYPES), { max: 100 }), [...WEBHOOK_MESSAGE_TYPES]),
});
export type WebhookCreateRequest = z.infer<typeof WebhookCreateRequest>;

export const SIGNING_SECRET_WARNING = 'The signing secret is shown once; only encrypted key material is stored.';

export const WebhookCreated = record('WebhookCreated', {
  id: Id,
  url: z.string(),
  events: z.array(WebhookMessageType),
  signing_secret: z.string(),
  warning: withDefault(z.string(), SIGNING_SECRET_WARNING),
  created_at: DateTime,
});
export type WebhookCreated = z.infer<typeof WebhookCreated>;
