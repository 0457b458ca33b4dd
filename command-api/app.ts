/** The command API: registers all writes on a server that the caller created. */
import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '#http/route.ts';
import type { CommandApiDependencies } from './dependencies.ts';
import { registerBillingRoutes } from './routes/billing.ts';
import { registerChatRoutes } from './routes/chat.ts';
import { registerDocumentRoutes } from './routes/documents.ts';
import { registerResourceRoutes } from './routes/resources.ts';
import { registerSessionRoutes } from './routes/sessions.ts';
import { registerVerificationRoutes } from './routes/verifications.ts';
import { registerWebhookRoutes } from './routes/webhooks.ts';

export function registerCommandApi(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerVerificationRoutes(app, routes, dependencies);
  registerChatRoutes(app, routes, dependencies);
  registerDocumentRoutes(app, routes, dependencies);
  registerResourceRoutes(app, routes, dependencies);
  registerSessionRoutes(app, routes, dependencies);
  registerBillingRoutes(app, routes, dependencies);
  registerWebhookRoutes(app, routes, dependencies);
}
