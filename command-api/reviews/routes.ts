/** Routes for reviews. */
import type { FastifyInstance } from 'fastify';
import { createReview } from '#contracts/http/operations/verification.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import { recordReview } from './commands.ts';

export function registerReviewRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, createReview, async ({ params, body, context }) => ({
    body: await recordReview(dependencies, callerOf(context), params.verification_id, body),
  }));
}
