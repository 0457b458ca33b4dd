/** Routes for source sets. */
import type { FastifyInstance } from 'fastify';
import { addSourceResource, createSourceSet, disableSourceResource } from '#contracts/http/operations/organization.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import * as sources from './commands.ts';

export function registerSourceSetRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, createSourceSet, async ({ body, context }) => ({
    body: await sources.createSourceSet(dependencies, callerOf(context), body),
  }));
  registerRoute(app, routes, addSourceResource, async ({ params, body, context }) => ({
    body: await sources.addResource(dependencies, callerOf(context), params.source_set_id, body),
  }));
  registerRoute(app, routes, disableSourceResource, async ({ params, context }) => {
    await sources.disableResource(dependencies, callerOf(context), params.source_set_id, params.resource_id);
    return {};
  });
}
