/**
 * Registers the query API and the published API description on a server; returns what its queries need, for callers in
 * this process.
 */
import { VERIFICATION } from '#domain/verification/decider.ts';
import { registerOpenApi } from '#http/openapi.ts';
import { registerReference } from '#http/reference.ts';
import type { CatchUp } from '#projectors/catch-up.ts';
import { queryApi } from '#query-api/app.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';
import { readerOfView } from '#results/reader.ts';
import { inOrder, withCatchUp, withoutKeysInMemory } from '#results/reader-order.ts';
import { readerOfStreams } from '#results/stream-reader.ts';
import { idsOn, organizationsOf } from '#streams/bounded-lists.ts';
import { webhooksOf } from '#streams/webhooks.ts';
import { basePolicies, modelRegistry, POLICY_TABLE_VERSION } from '../registry.ts';
import { openCheckpointSigner } from './audit.ts';
import type { Core } from './core.ts';
import type { HttpServer } from './http-server.ts';
import { engineVersionsOf } from './judging-model.ts';
import { freeAllowanceOf, tariffOf } from './tariff.ts';

/** How long a read waits for the view before it folds the stream instead, which always works. */
const SHOWN_WITHIN_MS = 250;

export async function serveQueryApi(
  core: Core,
  { app, routes }: HttpServer,
  part: { caughtUp: CatchUp },
): Promise<QueryDependencies> {
  registerOpenApi(app, core.configuration.publicUrl);
  registerReference(app);
  const dependencies = await queryDependencies(core, part);
  await app.register(queryApi, { routes, dependencies });
  return dependencies;
}

/** What queries need, also those of a process that does not serve the query API. */
export async function queryDependencies(
  { configuration, stores, sealer, models, modelInUse }: Core,
  { caughtUp }: { caughtUp: CatchUp },
): Promise<QueryDependencies> {
  const { events, views, vault, blobs, clock, operations, roots } = stores;
  const viewShows = async (id: string) => {
    const [first] = await events.readStream(VERIFICATION.stream(id), { limit: 1 });
    return first !== undefined && caughtUp(await events.head(), SHOWN_WITHIN_MS);
  };
  const checkpoints = await openCheckpointSigner(vault);
  const ofView = stores.results ? withoutKeysInMemory(stores.results) : readerOfView({ views, vault, sealer });
  const results = inOrder(withCatchUp(ofView, viewShows), readerOfStreams({ events, vault, sealer }));
  return {
    events,
    views,
    results,
    vault,
    blobs,
    sealer,
    clock,
    basePolicies: basePolicies(),
    engineOf: engineVersionsOf(models, modelInUse),
    policyVersion: POLICY_TABLE_VERSION,
    models: modelRegistry(models),
    tariff: tariffOf(configuration),
    freeAllowance: freeAllowanceOf(configuration, roots),
    organizationsOf: (userId) => idsOn(operations.values, organizationsOf(userId)),
    webhookIdsOf: (organizationId) => idsOn(operations.values, webhooksOf(organizationId)),
    checkpoints,
  };
}
