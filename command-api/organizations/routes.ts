/** Routes for organizations. */
import type { FastifyInstance } from 'fastify';
import { changeSettings, createOrganization } from '#contracts/http/operations/organization.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import * as organizations from './commands.ts';

export function registerOrganizationRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, createOrganization, async ({ body, context }) => ({
    body: await organizations.createOrganization(dependencies, callerOf(context), body.name),
  }));
  registerRoute(app, routes, changeSettings, async ({ body, context }) => ({
    body: await organizations.changeSettings(dependencies, callerOf(context), body),
  }));
}
