/** The three servers of the distributed shape, each the one named in the environment or one of the test's own. */
import type { TestContext } from 'node:test';
import { type EventStoreServer, eventStoreServer, reportEventStore } from './eventstoredb.ts';
import { type KafkaServer, kafkaServer, reportKafka } from './kafka.ts';
import { type MongoServer, mongoServer, reportMongo } from './mongodb.ts';

export interface Servers {
  eventStore: EventStoreServer;
  kafka: KafkaServer;
  mongo: MongoServer;
  /** What a process of the service is told of them. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** null where there is no broker. */
export async function openServers(): Promise<Servers | null> {
  const kafka = await kafkaServer();
  if (kafka === null) return null;
  const [eventStore, mongo] = await Promise.all([eventStoreServer(), mongoServer()]);
  return {
    eventStore,
    kafka,
    mongo,
    environment: { EVENTSTORE_URL: eventStore.url, MONGODB_URL: mongo.url, KAFKA_BROKERS: kafka.brokers.join(',') },
    async stop() {
      await Promise.all([eventStore.stop(), mongo.stop(), kafka.stop()]);
    },
  };
}

/** Started and reported for one test, stopped by its end; null, and the test is skipped aloud, where there is no broker. */
export async function startServers(context: TestContext): Promise<Servers | null> {
  const servers = await openServers();
  reportKafka(context, servers?.kafka ?? null);
  if (servers === null) {
    context.skip('no Kafka: it takes Java and Maven, or KAFKA_BROKERS');
    return null;
  }
  context.after(servers.stop);
  reportEventStore(context, servers.eventStore);
  reportMongo(context, servers.mongo);
  return servers;
}
