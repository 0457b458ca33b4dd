/** Routes for webhooks. */
import type { FastifyInstance } from 'fastify';
import { createWebhook, deleteWebhook } from '#contracts/http/operations/webhooks.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { WebhookDependencies } from '../dependencies.ts';
import * as webhooks from './commands.ts';

export function registerWebhookRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: WebhookDependencies,
): void {
  registerRoute(app, routes, createWebhook, async ({ body, context, request }) => ({
    body: await webhooks.createWebhook(dependencies, callerOf(context), body, `${request.protocol}://${request.host}`),
  }));
  registerRoute(app, routes, deleteWebhook, async ({ params, context }) => {
    await webhooks.deleteWebhook(dependencies, callerOf(context), params.webhook_id);
    return {};
  });
}
