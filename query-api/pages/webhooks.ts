/** An organization's webhooks, and pages of what was sent to each. */
import { ApiError } from '#contracts/errors.ts';
import type { Webhook, WebhookState } from '#domain/webhook/decider.ts';
import {
  type DeliveryState,
  WEBHOOK_DELIVERIES,
  type WebhookDeliveryDocument,
} from '#projectors/webhook-deliveries/document.ts';
import { loadWebhook } from '#streams/webhooks.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { type Page, type PageOptions, pageOfView } from './page.ts';

export interface ListedWebhook extends Pick<Webhook, 'webhook_id' | 'host' | 'events' | 'created_at'> {
  /** `gone`, `failing`: nothing is sent any more, as the destination answered 410, or all attempts failed for days. */
  state: 'in_force' | 'gone' | 'failing';
}

/** All webhooks that were not deleted, newest first. A few at most, so not by pages; read from their own streams. */
export async function listWebhooks(
  { events, webhookIdsOf }: Pick<QueryDependencies, 'events' | 'webhookIdsOf'>,
  organizationId: string,
): Promise<ListedWebhook[]> {
  const ids = await webhookIdsOf(organizationId);
  const loaded = await Promise.all(ids.map((id) => loadWebhook(events, id)));
  return loaded
    .flatMap(({ state }) => {
      const webhook = ownWebhook(state, organizationId);
      if (webhook === null || state.ended === 'deleted') return [];
      const { webhook_id, host, events: chosen, created_at } = webhook;
      return [{ webhook_id, host, events: chosen, created_at, state: state.ended ?? ('in_force' as const) }];
    })
    .reverse();
}

/**
 * Messages to a webhook with their attempts, newest first; of any state, or of one. Throws ApiError not_found for a deleted
 * webhook, or another organization's.
 */
export async function deliveriesPage(
  { events, views }: Pick<QueryDependencies, 'events' | 'views'>,
  organization_id: string,
  webhook_id: string,
  { state, ...options }: PageOptions & { state?: DeliveryState },
): Promise<Page<WebhookDeliveryDocument>> {
  const { state: webhook } = await loadWebhook(events, webhook_id);
  if (ownWebhook(webhook, organization_id) === null || webhook.ended === 'deleted') throw new ApiError('not_found');
  const where = { organization_id, webhook_id, ...(state !== undefined && { state }) };
  const listed = { view: WEBHOOK_DELIVERIES, where, time: 'requested_at' };
  return pageOfView<WebhookDeliveryDocument>(views, listed, options);
}

function ownWebhook({ webhook }: WebhookState, organizationId: string): Webhook | null {
  return webhook?.organization_id === organizationId ? webhook : null;
}
