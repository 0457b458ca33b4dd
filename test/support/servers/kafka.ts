/**
 * The Kafka that a suite runs on: the brokers at KAFKA_BROKERS, else the one that scripts/test.ts has started for all
 * files, else an own broker, which scripts/kafka-broker.ts fetches and starts if Java and Maven are installed, else none,
 * and the suite is skipped. Tests can kill only their own broker.
 */
import type { TestContext } from 'node:test';
import { KAFKA_VERSIONS } from '../../../scripts/kafka/fetch.ts';
import { type Missing, startPiped } from './piped.ts';

export interface KafkaServer {
  /** host:port of each broker; the same after a restart. */
  brokers: string[];
  kind: 'given' | 'shared' | 'own';
  /** kill -9. Fails unless it is the test's own. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. Fails unless it is the test's own. */
  resume(): Promise<void>;
  /** Ends it and removes its data; leaves given and shared brokers alone. */
  stop(): Promise<void>;
}

/** The reason why there is no Kafka. */
export type NoKafka = Missing;

/** Whether tests can have a broker of their own to restart; not if brokers are given. */
export const KAFKA_RESTARTS = !process.env.KAFKA_BROKERS;

/** Names the broker that all files share to the tests: starting one takes longer than most files. */
export const SHARED_KAFKA = 'EVIDENCE_TEST_KAFKA';

/**
 * The given brokers, the shared one, or one started now; the reason if none is possible. `own`: not the shared one, as
 * the test stops it, or leaves connections behind, which end with the broker.
 */
export async function kafkaServer({ own = false } = {}): Promise<KafkaServer | NoKafka> {
  const given = process.env.KAFKA_BROKERS;
  if (given) return serverOfOthers('given', given);
  const shared = process.env[SHARED_KAFKA];
  return shared && !own ? serverOfOthers('shared', shared) : startOwn();
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
  if (server.kind === 'given') return 'the brokers at KAFKA_BROKERS';
  return `Apache Kafka ${process.env.KAFKA_VERSION || KAFKA_VERSIONS[0]}, started by the tests`;
}

function serverOfOthers(kind: 'given' | 'shared', addresses: string): KafkaServer {
  const refuse = async () => {
    throw new Error('brokers that others use are not to be stopped');
  };
  const brokers = addresses.split(',').map((broker) => broker.trim());
  return { brokers, kind, kill: refuse, resume: refuse, stop: async () => {} };
}

async function startOwn(): Promise<KafkaServer | NoKafka> {
  const own = await startPiped('kafka-broker.ts');
  return 'reason' in own
    ? own
    : { brokers: [own.address], kind: 'own', kill: own.kill, resume: own.resume, stop: own.end };
}
