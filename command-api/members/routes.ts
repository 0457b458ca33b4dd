/** Routes for members. */
import type { FastifyInstance } from 'fastify';
import { inviteMember } from '#contracts/http/operations/organization.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import * as members from './commands.ts';

export function registerMemberRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, inviteMember, async ({ body, context }) => ({
    body: await members.inviteMember(dependencies, callerOf(context), body),
  }));
}
