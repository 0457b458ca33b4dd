/**
 * The workbench: pages for people, on their session alone. It has no rules of its own: what the pages show and do, they
 * show and do through the use cases of both APIs. How a page is added: docs/architecture.md.
 */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contracts/errors.ts';
import type { RouteDependencies } from '#http/route.ts';
import type { WorkbenchDependencies } from './dependencies.ts';
import { registerAssets } from './http/assets.ts';
import { errorPages } from './http/error-page.ts';
import { acceptForms } from './http/form.ts';
import { createLivePlaces } from './http/live-places.ts';
import { liveStreamRegistrar } from './http/live-stream.ts';
import { pageRegistrar } from './http/page.ts';
import { setPageHeaders } from './http/page-headers.ts';
import { registerAudit } from './pages/audit.ts';
import { registerDocuments } from './pages/documents.ts';
import { registerFrontDoor } from './pages/front-door.ts';
import { registerHistory } from './pages/history.ts';
import { registerHome } from './pages/home.ts';
import { registerKeys } from './pages/keys.ts';
import { registerMembers } from './pages/members.ts';
import { registerPolicies } from './pages/policies.ts';
import { registerProviders } from './pages/providers.ts';
import { registerReviews } from './pages/reviews.ts';
import { registerSession } from './pages/session.ts';
import { registerSettings } from './pages/settings.ts';
import { registerSignIn } from './pages/sign-in.ts';
import { registerSources } from './pages/sources.ts';
import { registerUsage } from './pages/usage.ts';
import { registerVerification } from './pages/verification.ts';
import { registerVerifications } from './pages/verifications.ts';
import { registerVerify } from './pages/verify.ts';
import { registerWebhooks } from './pages/webhooks.ts';
import { HOME_PATH } from './paths.ts';

type Given = Omit<WorkbenchDependencies, 'routes'> & { routes: RouteDependencies };

/** `app.register(workbench, { routes, commands, … })`. Without sessions, there is none. */
export async function workbench(app: FastifyInstance, { routes, ...given }: Given): Promise<void> {
  const { sessions } = routes;
  if (sessions === undefined) return;
  const dependencies: WorkbenchDependencies = { routes: { ...routes, sessions }, ...given };
  registerFrontDoor(app);
  registerAssets(app);
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => setPageHeaders(reply));
    scope.setErrorHandler(errorPages(sessions));
    acceptForms(scope);
    const page = pageRegistrar(scope, dependencies);
    const live = liveStreamRegistrar(page, createLivePlaces(scope, routes), dependencies);
    registerSignIn(scope, page, dependencies);
    registerSession(page, live, dependencies);
    registerHome(page, dependencies);
    registerVerify(page, dependencies);
    registerDocuments(page, live, dependencies);
    registerVerifications(page, dependencies);
    registerVerification(page, live, dependencies);
    registerHistory(page, dependencies);
    registerReviews(page, live, dependencies);
    registerKeys(page, dependencies);
    registerMembers(page, dependencies);
    registerSources(page, dependencies);
    registerUsage(page, dependencies);
    registerSettings(page, dependencies);
    registerPolicies(page, dependencies);
    registerWebhooks(page, dependencies);
    registerProviders(page, dependencies);
    registerAudit(page, dependencies);
    scope.get(`${HOME_PATH}/*`, async () => {
      throw new ApiError('not_found', { message: 'There is no such page.' });
    });
  });
}
