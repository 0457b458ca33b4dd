/** The event store and the key store of a deployment whose stages don't run, as there is no Kafka: for moves. */
import assert from 'node:assert/strict';
import { readConfiguration } from '#apps/configuration.ts';
import { openDistributedService } from '#apps/distributed/service.ts';
import type { Ground } from '#test/support/ground/ground.ts';
import { type EventStoreServer, eventStoreServer } from './eventstoredb.ts';
import { type MongoServer, mongoServer } from './mongodb.ts';

export interface TwoServers {
  eventStore: EventStoreServer;
  mongo: MongoServer;
  /** By which the command line and {@link groundOn} find them. */
  environment: Record<string, string>;
  stop(): Promise<unknown>;
}

/** Starts both. `stop` ends them. */
export async function twoServers(secrets: {
  EVIDENCE_BOOTSTRAP_KEY: string;
  EVIDENCE_MASTER_KEY: string;
}): Promise<TwoServers> {
  const [eventStore, mongo] = await Promise.all([eventStoreServer(), mongoServer()]);
  return {
    eventStore,
    mongo,
    environment: {
      ...secrets,
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_STREAM_PREFIX: eventStore.streamPrefix || 'moved',
      MONGODB_URL: mongo.url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?/, `$1/${mongo.database}`),
    },
    stop: () => Promise.all([eventStore.stop(), mongo.stop()]),
  };
}

/** The APIs over the servers, in this process. */
export function groundOn({ environment }: TwoServers): Ground {
  const configuration = readConfiguration({
    ...environment,
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_ROLE: 'command-api',
  });
  if (configuration.mode !== 'distributed') throw new Error('not the distributed shape');
  const roles = new Set(['command-api', 'query-api'] as const);
  const none = async () => assert.fail('not in this test');
  return {
    folder: '',
    open: (settings, logger, parts) =>
      openDistributedService({ ...configuration, publicSources: false, ...settings }, logger, roles, parts),
    traces: none,
    wrappedKey: none,
    forgetKey: none,
    ephemeralKeys: 'key store',
    holdVault: null,
    remove: async () => {},
  };
}
