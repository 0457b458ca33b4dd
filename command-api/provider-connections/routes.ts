/** Routes for provider connections. */
import type { FastifyInstance } from 'fastify';
import {
  connectProvider,
  disconnectProvider,
  rotateProviderCredential,
} from '#contracts/http/operations/provider-connections.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import * as providers from './commands.ts';

export function registerProviderConnectionRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, connectProvider, async ({ body, context }) => ({
    body: await providers.connectProvider(dependencies, callerOf(context), body),
  }));
  registerRoute(app, routes, rotateProviderCredential, async ({ params, body, context }) => ({
    body: await providers.rotateCredential(dependencies, callerOf(context), params.connection_id, body.credential),
  }));
  registerRoute(app, routes, disconnectProvider, async ({ params, context }) => {
    await providers.disconnectProvider(dependencies, callerOf(context), params.connection_id);
    return {};
  });
}
