/** Routes for policies. */
import type { FastifyInstance } from 'fastify';
import { createPolicy, deactivatePolicy } from '#contracts/http/operations/configuration.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import * as policies from './commands.ts';

export function registerPolicyRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, createPolicy, async ({ body, context }) => ({
    body: await policies.createPolicy(dependencies, callerOf(context), body),
  }));
  registerRoute(app, routes, deactivatePolicy, async ({ params, context }) => {
    await policies.deactivatePolicy(dependencies, callerOf(context), params.policy_id);
    return {};
  });
}
