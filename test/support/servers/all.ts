/** The three servers of the distributed shape: each is named by the environment or started by the test. */
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type EventStoreServer, eventStoreServer, reportEventStore } from './eventstoredb.ts';
import { type KafkaServer, kafkaServer, type NoKafka, reportKafka } from './kafka.ts';
import { removeTopics } from './kafka-topics.ts';
import { type MongoServer, mongoServer, reportMongo } from './mongodb.ts';

export interface Servers {
  eventStore: EventStoreServer;
  kafka: KafkaServer;
  mongo: MongoServer;
  /** The environment variables by which a process of the service finds them. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

export interface ServersOptions {
  /** A Kafka broker for this test alone, because it stops it. */
  ownKafka?: boolean;
}

/** Starts the servers, or returns the reason why there is no Kafka. */
export async function openServers({ ownKafka = false }: ServersOptions = {}): Promise<Servers | NoKafka> {
  const kafka = await kafkaServer({ own: ownKafka });
  if ('reason' in kafka) return kafka;
  const [eventStore, mongo] = await Promise.all([eventStoreServer(), mongoServer()]);
  // Avoids the topics that given brokers already have.
  const topicPrefix = `test-${randomUUID()}`;
  return {
    eventStore,
    kafka,
    mongo,
    environment: {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_STREAM_PREFIX: eventStore.streamPrefix,
      MONGODB_URL: mongo.url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?/, `$1/${mongo.database}`),
      KAFKA_BROKERS: kafka.brokers.join(','),
      KAFKA_PARTITIONS: '3',
      KAFKA_TOPIC_PREFIX: topicPrefix,
    },
    async stop() {
      if (kafka.kind !== 'own') await removeTopics(kafka.brokers, topicPrefix);
      await Promise.all([eventStore.stop(), mongo.stop(), kafka.stop()]);
    },
  };
}

/**
 * Starts and reports the servers for one test, and stops them with `closing`, or else after the test. Without Kafka it
 * skips the test: null.
 */
export async function startServers(
  context: TestContext,
  closing?: AsyncDisposableStack,
  options: ServersOptions = {},
): Promise<Servers | null> {
  const servers = await openServers(options);
  reportKafka(context, 'reason' in servers ? servers : servers.kafka);
  if ('reason' in servers) {
    context.skip(`no Kafka: ${servers.reason}`);
    return null;
  }
  if (closing === undefined) context.after(servers.stop);
  else closing.defer(servers.stop);
  reportEventStore(context, servers.eventStore);
  reportMongo(context, servers.mongo);
  return servers;
}
