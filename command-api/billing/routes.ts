/** Routes of billing: two operations, and outside of /v1 the payment provider's messages and the local pages. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readLink } from '#common/signed-links.ts';
import { ApiError } from '#contracts/errors.ts';
import { openBillingPortal, startCheckout } from '#contracts/http/operations/billing.ts';
import { LOCAL_BILLING_PATH, PAYMENT_MESSAGES_PATH } from '#contracts/ports/payments.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { BillingDependencies } from '../dependencies.ts';
import { REPLAYED_HEADER } from '../verification/prepare.ts';
import * as billing from './commands.ts';
import { PAGE_HEADERS, pressButton, showPage } from './local-pages.ts';

/** Payment providers send a few kilobytes. */
const MESSAGE_LIMIT = 262_144;
/** Bytes of all messages at a time. */
const MOST_HELD = 8 * 1024 * 1024;
const UNSIGNED = 'The signature of the message is missing or not valid.';
const SIGNATURE_HEADER = 'stripe-signature';

export function registerBillingRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: BillingDependencies,
): void {
  const serviceUrl = (request: FastifyRequest) =>
    dependencies.settings.publicUrl ?? `${request.protocol}://${request.host}/`;

  registerRoute(app, routes, startCheckout, async ({ body, context, request }) => {
    const call = {
      caller: callerOf(context),
      idempotencyKey: context.idempotency_key,
      serviceUrl: serviceUrl(request),
    };
    const { page, replayed } = await billing.startCheckout(dependencies, call, body.plan);
    return { body: page, ...(replayed && { headers: REPLAYED_HEADER }) };
  });
  registerRoute(app, routes, openBillingPortal, async ({ context, request }) => {
    const call = { caller: callerOf(context), idempotencyKey: null, serviceUrl: serviceUrl(request) };
    return { body: await billing.openPortal(dependencies, call) };
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    if (dependencies.payments.name === 'local') registerLocalPages(scope, dependencies);
    else registerMessages(scope, dependencies);
  });
}

async function bytesOf(payload: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of payload) {
    bytes += chunk.length;
    if (bytes > MESSAGE_LIMIT) throw new ApiError('payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function registerMessages(scope: FastifyInstance, dependencies: BillingDependencies): void {
  let held = 0;
  // Until the signature is checked, the sender may be anybody: so all of them together may send little.
  scope.addHook('onRequest', async (request, reply) => {
    if (request.headers[SIGNATURE_HEADER] === undefined) throw new ApiError('bad_request', { message: UNSIGNED });
    if (held + MESSAGE_LIMIT > MOST_HELD) throw new ApiError('service_unavailable', { retryAfter: 5 });
    held += MESSAGE_LIMIT;
    reply.raw.once('close', () => {
      held -= MESSAGE_LIMIT;
    });
  });
  scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => bytesOf(payload));
  scope.post(PAYMENT_MESSAGES_PATH, async (request) => {
    const signature = request.headers[SIGNATURE_HEADER];
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const subscriptionId = dependencies.payments.notified(body, typeof signature === 'string' ? signature : null);
    if (subscriptionId === undefined) {
      throw new ApiError('bad_request', { message: UNSIGNED });
    }
    if (subscriptionId !== null) await billing.refreshSubscription(dependencies, subscriptionId, request.id);
    return {};
  });
}

function registerLocalPages(scope: FastifyInstance, dependencies: BillingDependencies): void {
  // The form has no fields, so its body is not read.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  const linkOf = (request: FastifyRequest) => {
    const { searchParams } = new URL(request.url, 'http://localhost');
    const link = readLink(dependencies.secrets.fingerprint, searchParams, dependencies.clock.now());
    if (link === null) throw new ApiError('not_found', { message: 'The link is no longer valid.' });
    return link;
  };
  scope.get(LOCAL_BILLING_PATH, async (request, reply) =>
    reply.headers(PAGE_HEADERS).send(await showPage(dependencies, linkOf(request))),
  );
  // Redirect to the same page, which shows the new state: a reload then repeats nothing.
  scope.post(LOCAL_BILLING_PATH, async (request, reply) => {
    await pressButton(dependencies, linkOf(request), request.id);
    return reply.redirect(request.url, 303);
  });
}
