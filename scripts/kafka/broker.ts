/** A Kafka broker on loopback with its own data. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { endChild } from '../end-child.ts';
import { freePort } from '../free-port.ts';
import type { LocalServer } from '../serving.ts';
import { KAFKA_VERSIONS, type KafkaVersion, kafkaClassPath } from './fetch.ts';

const run = promisify(execFile);
const STARTED = /Kafka Server started/;
/** The same for all brokers: each is its own cluster, and no other broker joins it. */
const CLUSTER = 'evidence-tests-0000000';
/** Only the first JIT tier: a test's broker doesn't run long enough for more optimization to pay off. */
const JAVA_OPTIONS = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Until Java listens, some seconds later, another process may take a port that was free. */
const MOST_STARTS = 3;

/** Controls the broker process. */
export class KafkaBroker implements LocalServer {
  /** host:port; the same after a restart. */
  readonly address: string;
  readonly #folder: string;
  readonly #version: KafkaVersion;
  readonly #classPath: string;
  #child: ChildProcess | null = null;

  private constructor(address: string, folder: string, version: KafkaVersion, classPath: string) {
    this.address = address;
    this.#folder = folder;
    this.#version = version;
    this.#classPath = classPath;
  }

  /** Fetches Kafka if needed and starts a broker on `port` or a free port. Throws UnavailableError. */
  static async start(port?: number, version: KafkaVersion = KAFKA_VERSIONS[0]): Promise<KafkaBroker> {
    const classPath = await kafkaClassPath(version);
    for (let left = MOST_STARTS; ; left--) {
      try {
        return await KafkaBroker.#startOnce(port, version, classPath);
      } catch (error) {
        if (left <= 1) throw error;
      }
    }
  }

  static async #startOnce(port: number | undefined, version: KafkaVersion, classPath: string): Promise<KafkaBroker> {
    const folder = await mkdtemp(join(tmpdir(), 'kafka-'));
    const [listener, controller] = [port ?? (await freePort()), await freePort()];
    const broker = new KafkaBroker(`127.0.0.1:${listener}`, folder, version, classPath);
    try {
      await writeFile(join(folder, 'server.properties'), properties(folder, listener, controller));
      await writeFile(broker.#logging.file, broker.#logging.text);
      await broker.#format();
      await broker.resume();
      return broker;
    } catch (error) {
      await broker.end();
      throw error;
    }
  }

  /** Starts it on the same port and data. */
  async resume(): Promise<void> {
    const args = [...this.#java(), 'kafka.Kafka', join(this.#folder, 'server.properties')];
    const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!STARTED.test(line)) continue;
      child.stdout.resume();
      return;
    }
    throw new Error('the broker did not start');
  }

  /** kill -9. */
  async kill(): Promise<void> {
    if (this.#child !== null) await endChild(this.#child, 'SIGKILL');
    this.#child = null;
  }

  /** Kills it and removes its data. */
  async end(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #format(): Promise<void> {
    const settings = join(this.#folder, 'server.properties');
    await run('java', [...this.#java(), 'kafka.tools.StorageTool', 'format', '-t', CLUSTER, '-c', settings]);
  }

  /** The broker logs to standard output only errors and that it has started. */
  get #logging(): { setting: string; file: string; text: string } {
    const isOld = this.#version.startsWith('3.');
    const setting = isOld ? 'log4j.configuration' : 'log4j2.configurationFile';
    return { setting, file: join(this.#folder, 'log.properties'), text: isOld ? LOG4J_1 : LOG4J_2 };
  }

  #java(): string[] {
    return [...JAVA_OPTIONS, `-D${this.#logging.setting}=file:${this.#logging.file}`, '-cp', this.#classPath];
  }
}

function properties(folder: string, port: number, controller: number): string {
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=${join(folder, 'data')}
num.partitions=4
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=500
auto.create.topics.enable=false
broker.session.timeout.ms=1000
broker.heartbeat.interval.ms=200
`;
}

const LOG4J_1 = `log4j.rootLogger=ERROR, stdout
log4j.appender.stdout=org.apache.log4j.ConsoleAppender
log4j.appender.stdout.layout=org.apache.log4j.PatternLayout
log4j.appender.stdout.layout.ConversionPattern=%p %m (%c)%n
log4j.logger.kafka.server.KafkaRaftServer=INFO
`;

const LOG4J_2 = `rootLogger.level=ERROR
rootLogger.appenderRef.stdout.ref=stdout
appender.stdout.type=Console
appender.stdout.name=stdout
appender.stdout.layout.type=PatternLayout
appender.stdout.layout.pattern=%p %m (%c)%n
logger.started.name=kafka.server.KafkaRaftServer
logger.started.level=INFO
`;
