/**
 * The decider of one message to one webhook: attempts continue until it is delivered or the last attempt has failed.
 */
import type { z } from 'zod';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import {
  WEBHOOK_DELIVERY_EVENTS,
  type WebhookDeliveryAttempted,
  type WebhookDeliveryEvent,
  type WebhookDeliveryRequested,
} from './events.ts';

export type WebhookMessage = z.infer<typeof WebhookDeliveryRequested.schema>;
export type DeliveryAttempt = z.infer<typeof WebhookDeliveryAttempted.schema>;

export interface WebhookDeliveryState {
  message: WebhookMessage | null;
  attempts: number;
  /** Null before the first attempt. */
  last: DeliveryAttempt | null;
}

export type WebhookDeliveryCommand =
  /** `of`: the message that it repeats, if a person had it sent again. */
  { type: 'RequestDelivery'; data: WebhookMessage; of?: string } | { type: 'RecordAttempt'; data: DeliveryAttempt };

export type WebhookDeliveryRejection = 'not_found';

/** Whether the message needs no further attempt: it was delivered or given up on. */
export function isSettled({ last }: WebhookDeliveryState): boolean {
  return last !== null && last.next_attempt_at === null;
}

/** One message: its stream, its events and its decider. */
export const WEBHOOK_DELIVERY = defineAggregate<
  WebhookDeliveryState,
  WebhookDeliveryCommand,
  WebhookDeliveryEvent,
  WebhookDeliveryRejection
>('webhook-delivery-', WEBHOOK_DELIVERY_EVENTS, {
  initialState: () => ({ message: null, attempts: 0, last: null }),

  decide(command, state): Decision<WebhookDeliveryEvent, WebhookDeliveryRejection> {
    if (command.type === 'RequestDelivery') {
      if (state.message !== null) return NOTHING_TO_DO;
      const { data, of } = command;
      const requested = { type: 'WebhookDeliveryRequested', data } as const;
      if (of === undefined) return accept(requested);
      const { message_id, webhook_id, organization_id, requested_at: resent_at } = data;
      const resent = { message_id, webhook_id, organization_id, original_message_id: of, resent_at };
      return accept<WebhookDeliveryEvent>(requested, { type: 'WebhookMessageResent', data: resent });
    }
    if (state.message === null) return reject('not_found', 'no such message');
    // If two processes made the same attempt, the first outcome counts.
    if (isSettled(state) || command.data.attempt !== state.attempts + 1) return NOTHING_TO_DO;
    return accept({ type: 'WebhookDeliveryAttempted', data: command.data });
  },

  evolve(state, event) {
    switch (event.type) {
      case 'WebhookDeliveryRequested':
        return { ...state, message: event.data };
      case 'WebhookDeliveryAttempted':
        return { ...state, attempts: event.data.attempt, last: event.data };
      case 'WebhookMessageResent':
        return state;
    }
  },
});
