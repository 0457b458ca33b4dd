/** The three servers of the distributed shape, each the one named in the environment or one of the test's own. */
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type EventStoreServer, eventStoreServer, reportEventStore } from './eventstoredb.ts';
import { type KafkaServer, kafkaServer, type NoKafka, reportKafka } from './kafka.ts';
import { type MongoServer, mongoServer, reportMongo } from './mongodb.ts';

export interface Servers {
  eventStore: EventStoreServer;
  kafka: KafkaServer;
  mongo: MongoServer;
  /** What a process of the service is told of them. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Why there are none, where there is no broker. */
export async function openServers(): Promise<Servers | NoKafka> {
  const kafka = await kafkaServer();
  if ('reason' in kafka) return kafka;
  const [eventStore, mongo] = await Promise.all([eventStoreServer(), mongoServer()]);
  return {
    eventStore,
    kafka,
    mongo,
    environment: {
      EVENTSTORE_URL: eventStore.url,
      MONGODB_URL: mongo.url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?/, `$1/${mongo.database}`),
      KAFKA_BROKERS: kafka.brokers.join(','),
      KAFKA_PARTITIONS: '3',
      // Brokers of others keep their topics.
      KAFKA_TOPIC_PREFIX: `test-${randomUUID()}`,
    },
    async stop() {
      await Promise.all([eventStore.stop(), mongo.stop(), kafka.stop()]);
    },
  };
}

/** Started and reported for one test, stopped by its end; null, and the test is skipped aloud, where there is no broker. */
export async function startServers(context: TestContext): Promise<Servers | null> {
  const servers = await openServers();
  reportKafka(context, 'reason' in servers ? servers : servers.kafka);
  if ('reason' in servers) {
    context.skip(`no Kafka: ${servers.reason}`);
    return null;
  }
  context.after(servers.stop);
  reportEventStore(context, servers.eventStore);
  reportMongo(context, servers.mongo);
  return servers;
}
