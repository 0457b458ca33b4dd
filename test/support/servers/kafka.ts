/**
 * The Kafka that a suite runs on: the brokers at KAFKA_BROKERS, else an own broker, which scripts/kafka-broker.ts
 * fetches and starts if Java and Maven are installed, else none, and the suite is skipped. Tests can kill only their
 * own broker.
 */
import type { TestContext } from 'node:test';
import { type Missing, startPiped } from './piped.ts';

export interface KafkaServer {
  /** host:port of each broker; the same after a restart. */
  brokers: string[];
  kind: 'given' | 'own';
  /** kill -9. Fails for given brokers. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. Fails for given brokers. */
  resume(): Promise<void>;
  /** Ends it and removes its data; leaves given brokers alone. */
  stop(): Promise<void>;
}

/** The reason why there is no Kafka. */
export type NoKafka = Missing;

/** Whether tests can restart the broker; false for given ones. */
export const KAFKA_RESTARTS = !process.env.KAFKA_BROKERS;

/** The given brokers, or one started now; the reason if neither is possible. */
export async function kafkaServer(): Promise<KafkaServer | NoKafka> {
  const given = process.env.KAFKA_BROKERS;
  return given ? givenServer(given.split(',').map((broker) => broker.trim())) : startOwn();
}

/** Options of a suite that needs Kafka: skipped with the reason if there is none. */
export function unlessMissing(server: KafkaServer | NoKafka): { skip: string | false } {
  return { skip: 'reason' in server ? `no Kafka: ${server.reason}` : false };
}

/** Writes a line about the server to the test report; scripts/test.ts looks for `server: `. */
export function reportKafka(context: Pick<TestContext, 'diagnostic'>, server: KafkaServer | NoKafka): void {
  context.diagnostic(`server: Kafka: ${describeServer(server)}`);
}

function describeServer(server: KafkaServer | NoKafka): string {
  if ('reason' in server) return `none, its suites were skipped (KAFKA_BROKERS is not set; ${server.reason})`;
  return server.kind === 'given' ? 'the brokers at KAFKA_BROKERS' : 'Apache Kafka 3.9.1, started by the tests';
}

function givenServer(brokers: string[]): KafkaServer {
  const refuse = async () => {
    throw new Error('the brokers at KAFKA_BROKERS are not to be stopped');
  };
  return { brokers, kind: 'given', kill: refuse, resume: refuse, stop: async () => {} };
}

async function startOwn(): Promise<KafkaServer | NoKafka> {
  const own = await startPiped('kafka-broker.ts');
  return 'reason' in own
    ? own
    : { brokers: [own.address], kind: 'own', kill: own.kill, resume: own.resume, stop: own.end };
}
