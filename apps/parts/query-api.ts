/** The query API on a server, with the published description. */
import { ENGINE_VERSIONS } from '#engine/versions.ts';
import { registerOpenApi } from '#http/openapi.ts';
import { queryApi } from '#query-api/app.ts';
import { basePolicies, MODEL_REGISTRY, POLICY_TABLE_VERSION } from '../registry.ts';
import type { Core } from './core.ts';
import type { HttpServer } from './http-server.ts';
import { tariffOf } from './tariff.ts';

export async function serveQueryApi(
  { configuration, stores, sealer }: Core,
  { app, routes }: HttpServer,
): Promise<void> {
  registerOpenApi(app, configuration.publicUrl);
  const { events, views, vault, clock, results } = stores;
  await app.register(queryApi, {
    routes,
    dependencies: {
      eventStore: events,
      readStore: views,
      ...(results && { results }),
      vault,
      sealer,
      clock,
      basePolicies: basePolicies(),
      engine: ENGINE_VERSIONS,
      policyVersion: POLICY_TABLE_VERSION,
      models: MODEL_REGISTRY,
      tariff: tariffOf(configuration),
    },
  });
}
