/** Routes that verify a text, a claim or a batch. */
import type { FastifyInstance } from 'fastify';
import { createBatch, createVerification, verifyClaim } from '#contracts/http/operations/verification.ts';
import type { VerifyRequest } from '#contracts/http/verification.ts';
import { rateLimitHeaders } from '#http/rate-limit.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { verifyBatch } from './batch.ts';
import { REPLAYED_HEADER, type VerifyInput } from './prepare.ts';
import { type Verified, verify } from './verify.ts';

export function registerVerificationRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandDependencies,
): void {
  registerRoute(app, routes, createVerification, async ({ body, context, client }) =>
    responseOf(
      await verify(
        dependencies,
        callerOf(context),
        textInput(body),
        { key: context.idempotency_key, endpoint: 'POST /verifications', body },
        client,
      ),
    ),
  );

  registerRoute(app, routes, verifyClaim, async ({ body, context, client }) => {
    const input: VerifyInput = {
      kind: 'claim',
      content: body.claim,
      question: '',
      profile: body.profile,
      mode: 'thorough',
      retention_hours: body.retention_hours,
      zero_retention: false,
      source_set_id: null,
    };
    const idempotency = { key: context.idempotency_key, endpoint: 'POST /claims/verify', body };
    return responseOf(await verify(dependencies, callerOf(context), input, idempotency, client));
  });

  registerRoute(app, routes, createBatch, async ({ body, context, client }) => {
    const items = body.items.map((item) => ({ input: textInput(item), body: item }));
    const input = { items, idempotencyKey: context.idempotency_key };
    const batch = await verifyBatch(dependencies, callerOf(context), input, client);
    return { body: batch.body, headers: rateLimitHeaders(batch.quota) };
  });
}

function textInput(request: VerifyRequest): VerifyInput {
  return { kind: 'text', ...request };
}

/** Sends the quota as it was after the admission. */
function responseOf({ body, replayed, quota }: Verified) {
  return { body, headers: { ...rateLimitHeaders(quota), ...(replayed && REPLAYED_HEADER) } };
}
