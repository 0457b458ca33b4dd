/** The command API: registers all writes on a server that the caller created. */
import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '#http/route.ts';
import { registerBillingRoutes } from './billing/routes.ts';
import { registerChatRoutes } from './chat/routes.ts';
import type { CommandApiDependencies } from './dependencies.ts';
import { registerDocumentRoutes } from './documents/routes.ts';
import type { SubmitDependencies } from './documents/submit.ts';
import { registerKeyRoutes } from './keys/routes.ts';
import { registerMemberRoutes } from './members/routes.ts';
import { registerOrganizationRoutes } from './organizations/routes.ts';
import { registerPolicyRoutes } from './policies/routes.ts';
import { registerProjectRoutes } from './projects/routes.ts';
import { registerProviderConnectionRoutes } from './provider-connections/routes.ts';
import { registerReviewRoutes } from './reviews/routes.ts';
import { registerSessionRoutes } from './sessions/routes.ts';
import { registerSourceSetRoutes } from './source-sets/routes.ts';
import { registerVerificationRoutes } from './verification/routes.ts';
import { registerWebhookRoutes } from './webhooks/routes.ts';

export function registerCommandApi(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies & SubmitDependencies,
): void {
  registerVerificationRoutes(app, routes, dependencies);
  registerChatRoutes(app, routes, dependencies);
  registerDocumentRoutes(app, routes, dependencies);
  registerReviewRoutes(app, routes, dependencies);
  registerKeyRoutes(app, routes, dependencies);
  registerOrganizationRoutes(app, routes, dependencies);
  registerMemberRoutes(app, routes, dependencies);
  registerProjectRoutes(app, routes, dependencies);
  registerPolicyRoutes(app, routes, dependencies);
  registerSourceSetRoutes(app, routes, dependencies);
  registerProviderConnectionRoutes(app, routes, dependencies);
  registerSessionRoutes(app, routes, dependencies);
  registerBillingRoutes(app, routes, dependencies);
  registerWebhookRoutes(app, routes, dependencies);
}
