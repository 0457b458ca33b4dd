/** Webhooks. */

import { pathOf } from '../common.ts';
import { defineOperation } from '../operation.ts';
import { WebhookCreated, WebhookCreateRequest } from '../webhook.ts';
import { ACCESS } from './access.ts';

export const createWebhook = defineOperation({
  operationId: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  tag: 'Webhooks',
  summary: 'Create a webhook for completed verifications',
  ...ACCESS.createWebhook,
  body: WebhookCreateRequest,
  success: { status: 201, description: 'The webhook with its signing secret, shown once', body: WebhookCreated },
});

export const deleteWebhook = defineOperation({
  operationId: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  tag: 'Webhooks',
  summary: 'Delete a webhook; what is still owed to it is not sent',
  ...ACCESS.deleteWebhook,
  params: pathOf('webhook_id'),
  success: { status: 204, description: 'Deleted' },
  errors: ['not_found'],
});

export const WEBHOOK_OPERATIONS = [createWebhook, deleteWebhook] as const;
