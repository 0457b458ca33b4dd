/**
 * Event store and MongoDB as one release left them: the files of the two doubles, put back and opened by today's service, as
 * an operator puts back the servers' volumes. Kafka has nothing that has to be kept.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openOrClose } from '#apps/parts/closing.ts';
import { startEventStoreDouble } from '#test/doubles/eventstoredb/server.ts';
import { startMongoDouble } from '#test/doubles/mongodb/server.ts';
import { openerIn } from '#test/support/ground/distributed.ts';
import type { Ground } from '#test/support/ground/ground.ts';
import { removeTopics } from '#test/support/servers/kafka-topics.ts';
import type { Kept } from './kept.ts';

type Secrets = Pick<Kept, 'master_key' | 'bootstrap_key'>;

/**
 * Starts the doubles on the files in `folder`, which may be empty. TTL indexes are not evaluated, as they would go by
 * today's clock. `environment` is by which the service finds them; `close` stops them, and keeps the files.
 */
export function startKeptServers(folder: string, { master_key, bootstrap_key }: Secrets) {
  return openOrClose(async (closing) => {
    await mkdir(folder, { recursive: true });
    const eventStore = await startEventStoreDouble({ data: join(folder, 'eventstore') });
    closing.defer(() => eventStore.stop());
    const mongo = await startMongoDouble({ data: join(folder, 'mongodb') });
    closing.defer(() => mongo.stop());
    const environment = {
      EVIDENCE_BOOTSTRAP_KEY: bootstrap_key,
      EVIDENCE_MASTER_KEY: master_key,
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_STREAM_PREFIX: 'kept',
      MONGODB_URL: mongo.url.replace(/^(mongodb:\/\/[^/?]+)\/?/, '$1/kept'),
    };
    return { environment, close: () => closing.disposeAsync() };
  });
}

/** The service over these. `brokers`: of a Kafka; the service makes topics of its own there. `remove` stops all, and keeps the files. */
export function groundOnServers(folder: string, brokers: readonly string[], secrets: Secrets): Promise<Ground> {
  return openOrClose(async (closing) => {
    const servers = await startKeptServers(folder, secrets);
    closing.defer(() => servers.close());
    const topicPrefix = `kept-${randomUUID()}`;
    closing.defer(() => removeTopics([...brokers], topicPrefix));
    const open = openerIn({
      EVIDENCE_MODE: 'distributed',
      ...servers.environment,
      KAFKA_BROKERS: brokers.join(','),
      KAFKA_PARTITIONS: '1',
      KAFKA_TOPIC_PREFIX: topicPrefix,
    });
    const none = async () => {
      throw new Error('not on kept servers');
    };
    return {
      folder: '',
      open,
      traces: none,
      wrappedKey: none,
      forgetKey: none,
      ephemeralKeys: 'key store',
      holdVault: null,
      remove: () => closing.disposeAsync(),
    } satisfies Ground;
  });
}
