/**
 * Runs a Kafka broker for tests and trials on loopback. Its data is removed when it ends. Needs Java; the first start
 * needs Maven to fetch Kafka into ~/.cache/evidence-verification.
 *
 *   npm run kafka                       until Ctrl-C
 *   npm run kafka -- --port 9092
 *   node scripts/kafka-broker.ts --piped    for tests: takes `kill` and `resume` on standard input, ends with it
 */
import { KafkaBroker } from './kafka/broker.ts';
import { serveByCommandLine } from './serving.ts';

await serveByCommandLine(
  (port) => KafkaBroker.start(port),
  (address) => `Kafka listens on ${address}: KAFKA_BROKERS=${address}. Ctrl-C ends it and removes its data.`,
);
