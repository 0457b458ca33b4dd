/** Webhooks: the list, making and deleting one, what was sent to it, and sending a message again. */
import { callerOf } from '#command-api/caller.ts';
import { createWebhook, deleteWebhook, resendMessage } from '#command-api/webhooks/commands.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { WebhookCreateRequest } from '#contracts/http/webhook.ts';
import { countHourly } from '#http/rate-limit.ts';
import { deliveriesPage, listWebhooks } from '#query-api/pages/webhooks.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { once } from '../once.ts';
import { WEBHOOKS_PATH } from '../paths.ts';
import { DELIVERY_STATES, deliveriesListPage, signingSecretPage, webhooksPage } from '../views/webhooks.ts';

const PER_PAGE = 50;
/** Parameter of the list's address. */
const TWICE = 'twice';
/** By an organization: a destination of somebody else is not to be flooded by hand. */
const RESENT_PER_HOUR = 100;
const PATH = `${WEBHOOKS_PATH}/:webhook_id`;

export function registerWebhooks(page: RegisterPage, { commands, queries }: WorkbenchDependencies): void {
  page(
    { name: 'showWebhooks', method: 'GET', path: WEBHOOKS_PATH, ...ACCESS.createWebhook },
    async ({ context, query, viewer }) =>
      webhooksPage(await listWebhooks(queries, context.principal.organization_id), viewer, query.has(TWICE)),
  );

  page(
    { name: 'createWebhook', method: 'POST', path: WEBHOOKS_PATH, ...ACCESS.createWebhook },
    async ({ context, form, request }) => {
      const chosen = parsed(WebhookCreateRequest, { url: form.url });
      const service = `${request.protocol}://${request.host}`;
      const caller = callerOf(context);
      const sent = { key: form.key, endpoint: `POST ${WEBHOOKS_PATH}`, body: chosen };
      const made = await once(commands, caller, sent, () => createWebhook(commands, caller, chosen, service));
      return made === null ? { redirect: `${WEBHOOKS_PATH}?${TWICE}` } : signingSecretPage(made);
    },
  );

  page(
    { name: 'deleteWebhook', method: 'POST', path: `${PATH}/delete`, ...ACCESS.deleteWebhook },
    async ({ context, params }) => {
      await deleteWebhook(commands, callerOf(context), params.webhook_id!);
      return { redirect: WEBHOOKS_PATH };
    },
  );

  page(
    { name: 'showDeliveries', method: 'GET', path: PATH, ...ACCESS.createWebhook },
    async ({ context, params, query, viewer }) => {
      const { organization_id } = context.principal;
      const id = params.webhook_id!;
      const after = query.get('after');
      const state = DELIVERY_STATES.find((each) => each === query.get('state')) ?? null;
      const options = { limit: PER_PAGE, after, ...(state !== null && { state }) };
      const [deliveries, webhooks] = await Promise.all([
        deliveriesPage(queries, organization_id, id, options),
        listWebhooks(queries, organization_id),
      ]);
      const webhook = webhooks.find(({ webhook_id }) => webhook_id === id) ?? null;
      return deliveriesListPage(id, deliveries, { webhook, after, state, viewer, isSent: query.has('sent') });
    },
  );

  page(
    { name: 'resendMessage', method: 'POST', path: `${PATH}/resend`, ...ACCESS.createWebhook },
    async ({ context, params, form }) => {
      const counter = `resent-messages:${context.principal.organization_id}`;
      await countHourly(commands, counter, RESENT_PER_HOUR, 'messages sent again per hour');
      await resendMessage(commands, callerOf(context), params.webhook_id!, form.message_id ?? '');
      return { redirect: `${WEBHOOKS_PATH}/${params.webhook_id}?sent=1` };
    },
  );
}
