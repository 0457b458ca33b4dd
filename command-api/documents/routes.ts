/** Routes that submit, cancel and retry document jobs. */
import type { FastifyInstance } from 'fastify';
import {
  cancelDocument as cancelOperation,
  retryDocument as retryOperation,
  submitDocument as submitOperation,
} from '#contracts/http/operations/documents.ts';
import { rateLimitHeaders } from '#http/rate-limit.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import { REPLAYED_HEADER } from '../verification/prepare.ts';
import { cancelDocument, retryDocument } from './commands.ts';
import { type SubmitDependencies, submitDocument } from './submit.ts';

export function registerDocumentRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: SubmitDependencies,
): void {
  registerRoute(app, routes, submitOperation, async ({ context, request }) => {
    const { body, replayed, quota } = await submitDocument(
      dependencies,
      callerOf(context),
      request,
      context.idempotency_key,
    );
    return { body, headers: { ...rateLimitHeaders(quota), ...(replayed && REPLAYED_HEADER) } };
  });

  registerRoute(app, routes, cancelOperation, async ({ params, context }) => ({
    body: await cancelDocument(dependencies, callerOf(context), params.job_id),
  }));

  registerRoute(app, routes, retryOperation, async ({ params, context }) => ({
    body: await retryDocument(dependencies, callerOf(context), params.job_id),
  }));
}
