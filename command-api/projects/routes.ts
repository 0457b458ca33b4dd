/** Routes for projects. */
import type { FastifyInstance } from 'fastify';
import { createProject } from '#contracts/http/operations/organization.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import * as projects from './commands.ts';

export function registerProjectRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, createProject, async ({ body, context }) => ({
    body: await projects.createProject(dependencies, callerOf(context), body.name),
  }));
}
