/** Routes for API keys. */
import type { FastifyInstance } from 'fastify';
import { createApiKey, revokeApiKey, rotateApiKey } from '#contracts/http/operations/organization.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import * as keys from './commands.ts';

export function registerKeyRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, createApiKey, async ({ body, context }) => ({
    body: await keys.createKey(dependencies, callerOf(context), body),
  }));
  registerRoute(app, routes, rotateApiKey, async ({ params, context }) => ({
    body: await keys.rotate(dependencies, callerOf(context), params.key_id),
  }));
  registerRoute(app, routes, revokeApiKey, async ({ params, context }) => {
    await keys.revoke(dependencies, callerOf(context), params.key_id);
    return {};
  });
}
