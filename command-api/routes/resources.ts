/** Routes for all other writes: reviews, keys, organizations, members, projects, policies, source sets and provider connections. */
import type { FastifyInstance } from 'fastify';
import { createPolicy, deactivatePolicy } from '#contracts/http/operations/configuration.ts';
import {
  addSourceResource,
  changeSettings,
  createApiKey,
  createOrganization,
  createProject,
  createSourceSet,
  disableSourceResource,
  inviteMember,
  revokeApiKey,
  rotateApiKey,
} from '#contracts/http/operations/organization.ts';
import {
  connectProvider,
  disconnectProvider,
  rotateProviderCredential,
} from '#contracts/http/operations/provider-connections.ts';
import { createReview } from '#contracts/http/operations/verification.ts';
import { type RouteDependencies, registerRoute } from '#http/route.ts';
import { callerOf } from '../caller.ts';
import type { CommandApiDependencies } from '../dependencies.ts';
import * as keys from '../keys/commands.ts';
import * as members from '../members/commands.ts';
import * as organizations from '../organizations/commands.ts';
import * as policies from '../policies/commands.ts';
import * as projects from '../projects/commands.ts';
import * as providers from '../provider-connections/commands.ts';
import { recordReview } from '../reviews/commands.ts';
import * as sources from '../source-sets/commands.ts';

export function registerResourceRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: CommandApiDependencies,
): void {
  registerRoute(app, routes, createReview, async ({ params, body, context }) => ({
    body: await recordReview(dependencies, callerOf(context), params.verification_id, body),
  }));

  registerRoute(app, routes, createApiKey, async ({ body, context }) => ({
    body: await keys.createKey(dependencies, callerOf(context), body),
  }));
  registerRoute(app, routes, rotateApiKey, async ({ params, context }) => ({
    body: await keys.rotate(dependencies, callerOf(context), params.key_id),
  }));
  registerRoute(app, routes, revokeApiKey, async ({ params, context }) => {
    await keys.revoke(dependencies, callerOf(context), params.key_id);
    return {};
  });

  registerRoute(app, routes, createOrganization, async ({ body, context }) => ({
    body: await organizations.createOrganization(dependencies, callerOf(context), body.name),
  }));
  registerRoute(app, routes, changeSettings, async ({ body, context }) => ({
    body: await organizations.changeSettings(dependencies, callerOf(context), body),
  }));

  registerRoute(app, routes, inviteMember, async ({ body, context }) => ({
    body: await members.inviteMember(dependencies, callerOf(context), body),
  }));

  registerRoute(app, routes, createProject, async ({ body, context }) => ({
    body: await projects.createProject(dependencies, callerOf(context), body.name),
  }));

  registerRoute(app, routes, createPolicy, async ({ body, context }) => ({
    body: await policies.createPolicy(dependencies, callerOf(context), body),
  }));
  registerRoute(app, routes, deactivatePolicy, async ({ params, context }) => {
    await policies.deactivatePolicy(dependencies, callerOf(context), params.policy_id);
    return {};
  });

  registerRoute(app, routes, createSourceSet, async ({ body, context }) => ({
    body: await sources.createSourceSet(dependencies, callerOf(context), body),
  }));
  registerRoute(app, routes, addSourceResource, async ({ params, body, context }) => ({
    body: await sources.addResource(dependencies, callerOf(context), params.source_set_id, body),
  }));
  registerRoute(app, routes, disableSourceResource, async ({ params, context }) => {
    await sources.disableResource(dependencies, callerOf(context), params.source_set_id, params.resource_id);
    return {};
  });

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
