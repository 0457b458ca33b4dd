/** Verifying a text, a claim or a batch. */
import type { FastifyInstance } from 'fastify';
import { createBatch, createVerification, verifyClaim } from '#contracts/http/operations/verification.ts';
import type { VerifyRequest } from '#contracts/http/verification.ts';
import type { QuotaState } from '#contracts/ports/operational-store.ts';
import { rateLimitHeaders } from '#http/rate-limit.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { verifyBatch } from '../verification/batch.ts';
import { REPLAYED_HEADER, type VerifyInput } from '../verification/prepare.ts';
import { type Verified, verify } from '../verification/verify.ts';

export function registerVerificationRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandDependencies,
): void {
  registerRoute(app, routes, createVerification, async ({ body, context }) =>
    answer(
      await verify(dependencies, callerOf(context), textInput(body), {
        key: context.idempotency_key,
        endpoint: 'POST /verifications',
        body,
      }),
    ),
  );

  registerRoute(app, routes, verifyClaim, async ({ body, context }) => {
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
    return answer(await verify(dependencies, callerOf(context), input, idempotency));
  });

  registerRoute(app, routes, createBatch, async ({ body, context }) => {
    const items = body.items.map((item) => ({ input: textInput(item), body: item }));
    const batch = await verifyBatch(dependencies, callerOf(context), {
      items,
      idempotencyKey: context.idempotency_key,
    });
    return { body: batch.body, headers: quotaHeaders(batch.quota) };
  });
}

function textInput(request: VerifyRequest): VerifyInput {
  return { kind: 'text', ...request };
}

function answer({ body, replayed, quota }: Verified) {
  return { body, headers: { ...quotaHeaders(quota), ...(replayed && REPLAYED_HEADER) } };
}

/** After admission the quota has less left than when the request came in. */
function quotaHeaders(quota: QuotaState | null): Record<string, string> {
  return quota === null ? {} : rateLimitHeaders(quota);
}
