/** The read side as a plugin: reads, exports and the review queue. It writes nothing. */
import type { FastifyInstance } from 'fastify';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import type { QueryDependencies } from './dependencies.ts';
import type { RegisterOperation } from './register.ts';
import { registerAuditRoutes } from './routes/audit.ts';
import { registerDocumentRoutes } from './routes/documents.ts';
import { registerEngineRoutes } from './routes/engine.ts';
import { registerOrganizationUsageRoutes } from './routes/organization-usage.ts';
import { registerOrganizationRoutes } from './routes/organizations.ts';
import { registerPolicyRoutes } from './routes/policies.ts';
import { registerProviderConnectionRoutes } from './routes/provider-connections.ts';
import { registerReviewRoutes } from './routes/reviews.ts';
import { registerSessionRoute } from './routes/session.ts';
import { registerSourceSetRoutes } from './routes/source-sets.ts';
import { registerUsageRoutes } from './routes/usage.ts';
import { registerVerificationRoutes } from './routes/verifications.ts';

/** `app.register(queryApi, { routes, dependencies })`. */
export async function queryApi(
  app: FastifyInstance,
  { routes, dependencies }: { routes: RouteDependencies; dependencies: QueryDependencies },
): Promise<void> {
  const register: RegisterOperation = (operation, handler) => registerRoute(app, routes, operation, handler);
  registerVerificationRoutes(register, dependencies);
  registerDocumentRoutes(register, dependencies);
  registerReviewRoutes(register, dependencies);
  registerPolicyRoutes(register, dependencies);
  registerEngineRoutes(register, dependencies);
  registerUsageRoutes(register, dependencies);
  registerOrganizationRoutes(register, dependencies);
  registerSourceSetRoutes(register, dependencies);
  registerProviderConnectionRoutes(register, dependencies);
  registerOrganizationUsageRoutes(register, dependencies);
  registerAuditRoutes(register, dependencies);
  registerSessionRoute(app, routes);
}
