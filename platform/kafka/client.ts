/** How the process talks to Kafka. */
import './request-queue.ts';
import { type Admin, type ISocketFactory, Kafka, logLevel, type SASLOptions } from 'kafkajs';
import { trustedAuthorities } from '../tls/authorities.ts';

export interface KafkaConnection {
  /** host:port of each broker to begin with. */
  brokers: string[];
  ssl: boolean;
  /** PEM: an authority that is trusted over TLS besides those that Node trusts. */
  authority?: string;
  sasl: SASLOptions | undefined;
  /** Names the program in the broker's logs. */
  clientId: string;
  /** Makes the sockets; kafkajs's own where left out. */
  socketFactory?: ISocketFactory;
}

/** A broker that is away is given up soon by the client: whoever uses it goes on trying for ever, and says so. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 };
const CONNECTION_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 15_000;

/** A client; connects nowhere yet. Its own log is silent: errors reach those who called, or who wait for a crash. */
export function kafkaClient(connection: KafkaConnection): Kafka {
  const { brokers, ssl, authority, sasl, clientId, socketFactory } = connection;
  return new Kafka({
    brokers,
    ssl: ssl && authority !== undefined ? { ca: trustedAuthorities(authority) } : ssl,
    clientId,
    ...(sasl && { sasl }),
    ...(socketFactory && { socketFactory }),
    retry: RETRY,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    logLevel: logLevel.NOTHING,
  });
}

export async function withAdmin<T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
