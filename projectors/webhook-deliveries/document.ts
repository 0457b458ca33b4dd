/** The read model behind the deliveries of a webhook: one document per message. Holds ids and times only. */
import type { View } from '#contracts/ports/read-store.ts';
import type { DeliveryAttempt } from '#domain/webhook-delivery/decider.ts';

export const WEBHOOK_DELIVERIES: View = {
  name: 'webhook_deliveries',
  version: 1,
  indexes: [
    { fields: ['organization_id', 'webhook_id', 'requested_at'] },
    { fields: ['organization_id', 'webhook_id', 'state', 'requested_at'] },
  ],
};

/** `failed`: the last attempt has failed. */
export type DeliveryState = 'owed' | 'delivered' | 'failed';

/** Document id: the message's id. */
export interface WebhookDeliveryDocument {
  message_id: string;
  webhook_id: string;
  organization_id: string;
  /** Type of the message, such as `verification.completed`; null if it has none. */
  type: string | null;
  /** The verification that it tells of; null for a test message. */
  verification_id: string | null;
  state: DeliveryState;
  requested_at: string;
  /** Oldest first; as many as the schedule has at most. */
  attempts: Omit<DeliveryAttempt, 'message_id' | 'webhook_id'>[];
}
