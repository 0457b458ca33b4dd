/**
 * A Kafka broker for tests and trials, on loopback, with data that is gone when it ends. Needs Java; fetches Kafka by
 * Maven into ~/.cache/evidence-verification the first time.
 *
 *   npm run kafka                       until Ctrl-C
 *   npm run kafka -- --port 9092
 *   node scripts/kafka-broker.ts --piped    for tests: takes `kill` and `resume` on standard input, ends at its end
 */
import { KafkaBroker } from './kafka/broker.ts';
import { serveByCommandLine } from './serving.ts';

await serveByCommandLine(
  (port) => KafkaBroker.start(port),
  (address) => `Kafka listens on ${address}: KAFKA_BROKERS=${address}. Ctrl-C ends it and removes its data.`,
);
