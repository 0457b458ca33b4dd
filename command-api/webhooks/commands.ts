/** Webhooks: where an organization is told of completed verifications. The URL and the signing secret are stored sealed. */
import { randomBytes } from 'node:crypto';
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import { SIGNING_SECRET_WARNING, type WebhookCreated, type WebhookCreateRequest } from '#contracts/http/webhook.ts';
import { WEBHOOK_MESSAGE_TYPES } from '#contracts/vocabulary.ts';
import { newId } from '#domain/ids.ts';
import { WEBHOOK } from '#domain/webhook/decider.ts';
import type { WebhookCredential } from '#domain/webhook/events.ts';
import { isSettled, WEBHOOK_DELIVERY } from '#domain/webhook-delivery/decider.ts';
import { announceDestruction, destroyCredential, sealCredential } from '#sealed/credentials.ts';
import { createWithinLimit, removeFromList } from '#streams/bounded-lists.ts';
import { load } from '#streams/repository.ts';
import { loadWebhook, webhooksOf } from '#streams/webhooks.ts';
import type { Caller } from '../caller.ts';
import type { WebhookDependencies } from '../dependencies.ts';
import { executeCommand, invalidField } from '../execute-command.ts';
import { unlessFailing } from '../unless-failing.ts';

const SECRET_BYTES = 32;

/**
 * `service_url`: base URL of the service as the caller reaches it. Throws for a URL that must never be called. A host
 * that does not resolve yet is accepted; every delivery checks it again.
 */
export async function createWebhook(
  dependencies: WebhookDependencies,
  caller: Caller,
  { url, events: chosen }: WebhookCreateRequest,
  service_url: string,
): Promise<WebhookCreated> {
  const checked = await dependencies.checkWebhookUrl(url);
  if (!checked.ok) throw invalidField('url', `the address can't be used for a webhook (${checked.reason})`);
  const { organization_id } = caller;
  const webhook_id = newId('whk');
  const events = chosen.length === 0 ? [...WEBHOOK_MESSAGE_TYPES] : [...new Set(chosen)];
  const about = { webhook_id, organization_id, host: new URL(url).host, events };
  const created_at = timestamp(dependencies.clock);
  const signing_secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const list = webhooksOf(organization_id);
  const created = await createWithinLimit(dependencies.operations.values, list, webhook_id, async () => {
    const secrets: WebhookCredential = { url, signing_secret };
    const owner = { id: webhook_id, organization_id };
    const credential = await sealCredential(dependencies, owner, JSON.stringify(secrets));
    const command = { type: 'CreateWebhook', data: { ...about, credential, service_url, created_at } } as const;
    return executeCommand(dependencies.events, WEBHOOK, webhook_id, command, caller);
  });
  if (created === null) {
    throw invalidField('url', `the organization has ${list.limit} webhooks, which is the most; delete one first`);
  }
  return { id: webhook_id, url, events, signing_secret, warning: SIGNING_SECRET_WARNING, created_at };
}

/** Once this has returned, no further delivery begins. */
export async function deleteWebhook(
  dependencies: WebhookDependencies,
  caller: Caller,
  webhookId: string,
): Promise<void> {
  const loaded = await loadWebhook(dependencies.events, webhookId);
  const { webhook, ended } = loaded.state;
  if (webhook?.organization_id !== caller.organization_id || ended === 'deleted') throw new ApiError('not_found');
  await announceDestruction(dependencies, webhook.credential);
  const command = { type: 'DeleteWebhook', deleted_at: timestamp(dependencies.clock) } as const;
  await executeCommand(dependencies.events, WEBHOOK, webhookId, command, caller, loaded);
  // From here on the webhook counts as deleted even if a step fails: its key is due, and the list only limits the
  // number of webhooks.
  const ids = { webhook_id: webhookId };
  await unlessFailing(dependencies, caller, ids, 'the secret of a deleted webhook is not destroyed yet', () =>
    destroyCredential(dependencies, webhook.credential),
  );
  await unlessFailing(dependencies, caller, ids, 'a deleted webhook still counts', () =>
    removeFromList(dependencies.operations.values, webhooksOf(caller.organization_id), webhookId),
  );
}

/**
 * Sends the body of a message again, as a message of its own: a receiver that has kept the first one's id takes it for new.
 * Throws ApiError not_found for a message or webhook of somebody else, or a deleted one; validation_error if nothing is sent to
 * the webhook any more, or the message is still to be delivered.
 */
export async function resendMessage(
  dependencies: Pick<WebhookDependencies, 'events' | 'clock'>,
  caller: Caller,
  webhookId: string,
  messageId: string,
): Promise<void> {
  const { events, clock } = dependencies;
  const [{ state }, original] = await Promise.all([
    loadWebhook(events, webhookId),
    load(events, WEBHOOK_DELIVERY, messageId),
  ]);
  const { webhook, ended } = state;
  const { message } = original.state;
  const isOwn = webhook?.organization_id === caller.organization_id && ended !== 'deleted';
  if (!isOwn || message?.webhook_id !== webhookId) throw new ApiError('not_found');
  if (ended !== null) throw invalidField('webhook', 'nothing is sent to it any more: add it again');
  if (!isSettled(original.state))
    throw invalidField('message', 'it is still to be delivered, and tried again by itself');
  const message_id = newId('msg');
  const data = { ...message, message_id, requested_at: timestamp(clock) };
  const command = { type: 'RequestDelivery', data, of: messageId } as const;
  await executeCommand(events, WEBHOOK_DELIVERY, message_id, command, caller);
}
