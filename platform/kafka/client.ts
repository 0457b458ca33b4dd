/** Creates Kafka clients. */
import './request-queue.ts';
import { type Admin, type ISocketFactory, Kafka, logLevel, type SASLOptions } from 'kafkajs';
import { trustedAuthorities } from '../tls/authorities.ts';

export interface KafkaConnection {
  /** host:port of the bootstrap brokers. */
  brokers: string[];
  ssl: boolean;
  /** PEM: an authority trusted over TLS in addition to Node's. */
  authority?: string;
  sasl: SASLOptions | undefined;
  /** Identifies the program in the broker's logs. */
  clientId: string;
  /** Creates the sockets. Default: kafkajs's own. */
  socketFactory?: ISocketFactory;
}

/** The client gives up quickly on an unreachable broker; its callers retry indefinitely and report errors. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 };
const CONNECTION_TIMEOUT_MS = 3_000;
const REQUEST_TIMEOUT_MS = 15_000;

/** Creates a client without connecting. It logs nothing: errors reach the callers, or the listeners for crashes. */
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
