/**
 * Runs a Kafka broker for tests and trials on loopback. Its data is removed when it ends. Needs Java; the first start
 * needs Maven to fetch Kafka into ~/.cache/evidence-verification.
 *
 *   npm run kafka                       until Ctrl-C
 *   npm run kafka -- --port 9092
 *   KAFKA_VERSION=3.9.1 npm run kafka   another version than docker-compose.yml has
 *   node scripts/kafka-broker.ts --piped    for tests: takes `kill` and `resume` on standard input, ends with it
 */
import { KafkaBroker } from './kafka/broker.ts';
import { KAFKA_VERSIONS } from './kafka/fetch.ts';
import { serveByCommandLine } from './serving.ts';

const wanted = process.env.KAFKA_VERSION || KAFKA_VERSIONS[0];
const version = KAFKA_VERSIONS.find((known) => known === wanted);
if (version === undefined) {
  console.error(`KAFKA_VERSION must be one of ${KAFKA_VERSIONS.join(', ')}`);
  process.exit(2);
}

await serveByCommandLine(
  (port) => KafkaBroker.start(port, version),
  (address) => `Kafka listens on ${address}: KAFKA_BROKERS=${address}. Ctrl-C ends it and removes its data.`,
);
