/** The decider of a webhook: created once, disabled by the service, deleted by its organization. */
import type { z } from 'zod';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import { WEBHOOK_EVENTS, type WebhookCreated, type WebhookDisabled, type WebhookEvent } from './events.ts';

export type Webhook = z.infer<typeof WebhookCreated.schema>;
export type DisabledReason = z.infer<typeof WebhookDisabled.schema>['reason'];

export interface WebhookState {
  webhook: Webhook | null;
  /** Why nothing is sent to it any more; null while it is in force. */
  ended: DisabledReason | 'deleted' | null;
}

export type WebhookCommand =
  | { type: 'CreateWebhook'; data: Webhook }
  | { type: 'DisableWebhook'; reason: DisabledReason; disabled_at: string }
  | { type: 'DeleteWebhook'; deleted_at: string };

export type WebhookRejection = 'not_found' | 'already_exists';

/** One webhook: its stream, its events and its decider. */
export const WEBHOOK = defineAggregate<WebhookState, WebhookCommand, WebhookEvent, WebhookRejection>(
  'webhook-',
  WEBHOOK_EVENTS,
  {
    initialState: () => ({ webhook: null, ended: null }),

    decide(command, { webhook, ended }): Decision<WebhookEvent, WebhookRejection> {
      if (command.type === 'CreateWebhook') {
        if (webhook === null) return accept({ type: 'WebhookCreated', data: command.data });
        return webhook.credential.key_id === command.data.credential.key_id
          ? NOTHING_TO_DO
          : reject('already_exists', 'another webhook has this id');
      }
      if (webhook === null || ended === 'deleted') return reject('not_found', 'no such webhook');
      const { webhook_id } = webhook;
      if (command.type === 'DeleteWebhook') {
        return accept({ type: 'WebhookDeleted', data: { webhook_id, deleted_at: command.deleted_at } });
      }
      if (ended !== null) return NOTHING_TO_DO;
      const { reason, disabled_at } = command;
      return accept({ type: 'WebhookDisabled', data: { webhook_id, reason, disabled_at } });
    },

    evolve(state, event) {
      switch (event.type) {
        case 'WebhookCreated':
          return { ...state, webhook: event.data };
        case 'WebhookDisabled':
          return { ...state, ended: event.data.reason };
        case 'WebhookDeleted':
          return { ...state, ended: 'deleted' };
      }
    },
  },
);
