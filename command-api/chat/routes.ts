/** Route of chat completions. */
import type { FastifyInstance } from 'fastify';
import { createChatCompletion } from '#contracts/http/operations/chat.ts';
import { rateLimitHeaders } from '#http/rate-limit.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { ChatDependencies } from '../dependencies.ts';
import { REPLAYED_HEADER } from '../verification/prepare.ts';
import { completeChat } from './complete.ts';
import { EVENT_STREAM_HEADERS } from './event-stream.ts';

export function registerChatRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: ChatDependencies,
): void {
  registerRoute(app, routes, createChatCompletion, async ({ body: request, context, client }) => {
    const call = { caller: callerOf(context), request, idempotencyKey: context.idempotency_key, client };
    const { body, replayed, quota } = await completeChat(dependencies, call);
    const headers = {
      ...rateLimitHeaders(quota),
      ...(replayed && REPLAYED_HEADER),
      ...(request.stream && EVENT_STREAM_HEADERS),
    };
    return { body, headers };
  });
}
