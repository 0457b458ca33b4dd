/** The clients of outside sources. */
import { systemTimers } from '#common/time.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import { createSourceClient, type SourceClient } from '#platform/web-sources/client.ts';
import { OPERATOR_SEARCH } from '#platform/web-sources/search-providers.ts';
import type { Core } from './core.ts';

export interface SourceClients {
  /** For sources on the internet; uses the outbound guard. */
  guarded: SourceClient;
  /** For the operator's own search: its URL is the operator's choice, so the guard does not apply. */
  direct: SourceClient;
}

/** `instance` identifies this process as a lease holder. */
export function openSourceClients(
  core: Pick<Core, 'configuration' | 'stores' | 'guard'>,
  instance: string,
  closing: AsyncDisposableStack,
): SourceClients {
  const { configuration, stores, guard } = core;
  const { operations, clock } = stores;
  const shared = {
    contact: configuration.contact ?? null,
    leases: operations.leases,
    values: operations.values,
    clock,
    timers: systemTimers,
    shareOf: stores.roots.of,
    instance,
  };
  let dispatcher: ReturnType<typeof openDirectDispatcher> | null = null;
  closing.defer(async () => {
    await (await dispatcher)?.close();
  });
  const own = { userAgent: guard.userAgent, dispatcher: () => (dispatcher ??= openDirectDispatcher()) };
  const { searchUrl, sourceUrls } = configuration;
  const clients = {
    guarded: createSourceClient({ ...shared, guard, baseUrls: sourceUrls }),
    direct: createSourceClient({
      ...shared,
      guard: own,
      baseUrls: searchUrl === undefined ? {} : { [OPERATOR_SEARCH.id]: searchUrl },
    }),
  };
  closing.defer(() => {
    clients.guarded.close();
    clients.direct.close();
  });
  return clients;
}
