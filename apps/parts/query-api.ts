/** The query API on a server, with the published description. */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { ENGINE_VERSIONS } from '#engine/versions.ts';
import { registerOpenApi } from '#http/openapi.ts';
import type { CatchUp } from '#projectors/catch-up.ts';
import { queryApi } from '#query-api/app.ts';
import type { ResultReader } from '#query-api/result-reader.ts';
import { basePolicies, MODEL_REGISTRY, POLICY_TABLE_VERSION } from '../registry.ts';
import type { Core } from './core.ts';
import type { HttpServer } from './http-server.ts';
import { tariffOf } from './tariff.ts';

/** How long a reader waits for the view before it folds the stream, which always answers. */
const SHOWN_WITHIN_MS = 2_000;

export async function serveQueryApi(
  { configuration, stores, sealer }: Core,
  { app, routes }: HttpServer,
  { caughtUp }: { caughtUp: CatchUp },
): Promise<void> {
  registerOpenApi(app, configuration.publicUrl);
  const { events, views, vault, clock } = stores;
  const results = stores.results && lookingTwice(stores.results, events, caughtUp);
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

/**
 * What a view does not show may be what it has not been told yet: events are gathered for it. It is asked to catch up
 * then, as finding a result there costs a fraction of folding its stream.
 */
function lookingTwice(results: ResultReader, events: Pick<EventStore, 'head'>, caughtUp: CatchUp): ResultReader {
  return {
    async read(...request) {
      const shown = await results.read(...request);
      if (shown !== null || !(await caughtUp(await events.head(), SHOWN_WITHIN_MS))) return shown;
      return results.read(...request);
    },
  };
}
