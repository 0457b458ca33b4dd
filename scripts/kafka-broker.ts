/**
 * A Kafka broker for tests and trials, on loopback, with data that is gone when it ends. Needs Java; fetches Kafka by
 * Maven into ~/.cache/evidence-verification the first time.
 *
 *   npm run kafka                       until Ctrl-C
 *   npm run kafka -- --port 9092
 *   node scripts/kafka-broker.ts --piped    for tests: takes `kill` and `resume` on standard input, ends at its end
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { KafkaBroker } from './kafka/broker.ts';
import { BrokerUnavailableError } from './kafka/fetch.ts';

/** Exit status where there is no Java, or no Maven to fetch Kafka with. */
const UNAVAILABLE = 3;

const { values } = parseArgs({ options: { port: { type: 'string' }, piped: { type: 'boolean', default: false } } });

const starting = KafkaBroker.start(values.port === undefined ? undefined : Number(values.port));
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

try {
  if (values.piped) await serve();
  else {
    const { address } = await starting;
    console.log(`Kafka listens on ${address}: KAFKA_BROKERS=${address}. Ctrl-C ends it and removes its data.`);
  }
} catch (error) {
  if (error instanceof BrokerUnavailableError) console.log(`unavailable ${error.message}`);
  else console.error(error);
  await end(error instanceof BrokerUnavailableError ? UNAVAILABLE : 1);
}

/** Until standard input ends: whoever started this is gone then, however that came about. */
async function serve(): Promise<void> {
  const commands = createInterface({ input: process.stdin });
  commands.on('close', () => void end(0));
  const broker = await starting;
  console.log(`listening ${broker.address}`);
  for await (const command of commands) {
    if (command === 'kill') await broker.kill();
    if (command === 'resume') await broker.resume();
    console.log(`done ${command}`);
  }
}

async function end(status: number): Promise<void> {
  if (ending) return;
  ending = true;
  const broker = await starting.catch(() => null);
  await broker?.end();
  process.exit(status);
}
