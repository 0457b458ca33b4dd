/** Searches all data on a test's servers for content that must not be there. */
import { randomUUID } from 'node:crypto';
import { BSON, MongoClient } from 'mongodb';
import { START } from '#contracts/ports/event-store.ts';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import { kafkaClient } from '#platform/kafka/client.ts';
import type { Servers } from './all.ts';

/** Searches events, documents and Kafka messages for `needles`; returns the place and name of each one found. */
export async function tracesInServers(servers: Servers, needles: Record<string, Uint8Array>): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, bytes: Uint8Array) => {
    const held = Buffer.from(bytes);
    for (const [name, needle] of Object.entries(needles)) if (held.includes(needle)) found.push(`${place}: ${name}`);
  };
  await lookIntoEvents(servers, look);
  await lookIntoDocuments(servers, look);
  await lookIntoTopics(servers, look);
  return found;
}

/** The stored form of a verification's key. */
export async function wrappedKeyIn({ environment }: Servers, id: string): Promise<Uint8Array | undefined> {
  return withDatabase(environment.MONGODB_URL!, async (database) => {
    const document = await database
      .collection<{ _id: string; wrapped?: BSON.Binary }>('data_keys')
      .findOne({ _id: id });
    return document?.wrapped?.buffer;
  });
}

/** Removes every trace of a verification's key. */
export async function forgetKeyIn({ environment }: Servers, id: string): Promise<void> {
  await withDatabase(environment.MONGODB_URL!, async (database) => {
    for (const name of ['data_keys', 'key_deadlines'])
      await database.collection<{ _id: string }>(name).deleteOne({ _id: id });
  });
}

type Look = (place: string, bytes: Uint8Array) => void;

async function lookIntoEvents({ environment }: Servers, look: Look): Promise<void> {
  const events = createEventStoreDbStore({
    url: environment.EVENTSTORE_URL!,
    streamPrefix: environment.EVENTSTORE_STREAM_PREFIX!,
    onError() {},
  });
  try {
    for (let after = START; ; ) {
      const page = await events.readAll({ after, limit: 500 });
      for (const event of page.events) look(`event ${event.stream}`, Buffer.from(JSON.stringify(event)));
      if (page.at_end) return;
      after = page.position;
    }
  } finally {
    await events.close();
  }
}

async function lookIntoDocuments({ environment }: Servers, look: Look): Promise<void> {
  await withDatabase(environment.MONGODB_URL!, async (database) => {
    for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
      for await (const document of database.collection(name).find())
        look(`document of ${name}`, BSON.serialize(document));
    }
  });
}

async function withDatabase<T>(url: string, work: (database: ReturnType<MongoClient['db']>) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/** Looks into every message that the service's topics contain at the time of the call. */
async function lookIntoTopics({ environment }: Servers, look: Look): Promise<void> {
  const brokers = environment.KAFKA_BROKERS!.split(',');
  const kafka = kafkaClient({ brokers, ssl: false, sasl: undefined, clientId: 'traces' });
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId: `traces-${randomUUID()}`, maxWaitTimeInMs: 100 });
  try {
    await Promise.all([admin.connect(), consumer.connect()]);
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${environment.KAFKA_TOPIC_PREFIX}.`));
    const ends = new Map<string, bigint>();
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        if (BigInt(high) > BigInt(low)) ends.set(`${topic}/${partition}`, BigInt(high));
      }
    }
    if (ends.size === 0) return;
    const done = Promise.withResolvers<void>();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch }) => {
        for (const { key, value } of batch.messages) {
          look(`message of ${batch.topic}`, Buffer.concat([key ?? Buffer.of(), value ?? Buffer.of()]));
        }
        const place = `${batch.topic}/${batch.partition}`;
        if (BigInt(batch.lastOffset()) + 1n >= (ends.get(place) ?? 0n)) ends.delete(place);
        if (ends.size === 0) done.resolve();
      },
    });
    await done.promise;
  } finally {
    await Promise.all([consumer.disconnect(), admin.disconnect()]);
  }
}
