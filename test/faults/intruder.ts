/** Somebody who may read and write the stages' topics: sends copies of what is there, in any order, and poison. */
import { Kafka, logLevel, type Message, type Producer } from 'kafkajs';
import { STAGE_NAMES } from '#pipeline/stages/stage-table.ts';
import { topicOf } from '#platform/kafka/topic.ts';
import { eventually } from '#test/support/eventually.ts';
import type { RandomNumbers } from '#test/support/random-numbers.ts';
import type { Servers } from '#test/support/servers/all.ts';
import { followTopics, type WrittenMessage } from '#test/support/servers/kafka-topics.ts';
import { poison, VERY_LONG } from './poison.ts';

/** Tells its messages from the relays'. */
const MARK = 'sent-by';
const COPIES = 150;
const PATIENCE_MS = 30_000;

export class Intruder {
  readonly #random: RandomNumbers;
  readonly #kafka: Kafka;
  readonly #producer: Producer;
  readonly #topics: string[];
  readonly #partitions: number;
  /** What the relays wrote, in the order in which it came. */
  readonly #written: WrittenMessage[] = [];
  #stopFollowing = async () => {};
  /** Messages sent that no stage may take for its own. */
  poisonous = 0;
  /** Messages sent that are copies, where they belong. */
  copies = 0;

  private constructor({ kafka, environment }: Servers, random: RandomNumbers) {
    this.#random = random;
    this.#kafka = new Kafka({ brokers: kafka.brokers, clientId: 'intruder', logLevel: logLevel.NOTHING });
    this.#producer = this.#kafka.producer();
    this.#topics = STAGE_NAMES.map((stage) => topicOf(stage, environment.KAFKA_TOPIC_PREFIX));
    this.#partitions = Number(environment.KAFKA_PARTITIONS);
  }

  /** `random` chooses what it copies. */
  static async enter(servers: Servers, random: RandomNumbers): Promise<Intruder> {
    const intruder = new Intruder(servers, random);
    await intruder.#producer.connect();
    intruder.#stopFollowing = await followTopics(intruder.#kafka, intruder.#topics, (message) => {
      if (message.headers?.[MARK] === undefined) intruder.#written.push(message);
    });
    return intruder;
  }

  async leave(): Promise<void> {
    await this.#stopFollowing();
    await this.#producer.disconnect();
  }

  /** Resolves when there is something in the topic of every stage that the verification of a text goes through. */
  async untilAllAreUsed(): Promise<void> {
    const used = this.#topics.filter((topic) => !/\.(?:erase|parse|assemble)$/.test(topic));
    await eventually(
      'messages of every stage',
      () => used.every((topic) => this.#written.some((message) => message.topic === topic)),
      PATIENCE_MS,
    );
  }

  /** Of the last messages and of some older ones, the latest stage first, each stage's in reverse. */
  async sendCopies(): Promise<void> {
    const older = Array.from({ length: COPIES }, () => this.#written[this.#random(this.#written.length)]!);
    await this.#sendReversed([...older, ...this.#written.slice(-COPIES)]);
  }

  async sendAllAgain(): Promise<void> {
    await this.#sendReversed(this.#written);
  }

  async sendPoison(): Promise<void> {
    await this.#toAll(poison);
  }

  async sendVeryLong(): Promise<void> {
    for (const make of VERY_LONG) await this.#toAll((sample) => [make(sample)]);
  }

  /** Of each stage's group: a member that gives up comes back under another id. */
  async members(): Promise<string[]> {
    const admin = this.#kafka.admin();
    await admin.connect();
    const { groups } = await admin.describeGroups(this.#topics);
    await admin.disconnect();
    return groups.flatMap(({ groupId, members }) => members.map(({ memberId }) => `${groupId} ${memberId}`)).sort();
  }

  async #sendReversed(messages: readonly WrittenMessage[]): Promise<void> {
    for (const topic of this.#topics.toReversed()) {
      const own = messages.filter((message) => message.topic === topic).toReversed();
      await this.#send(
        topic,
        own.map(({ key, value, headers, partition }) => ({ key, value, headers: { ...headers }, partition })),
      );
      this.copies += own.length;
    }
  }

  /** To every partition of every stage, each time made from a message that belongs into another one. */
  async #toAll(make: (sample: WrittenMessage) => Message[]): Promise<void> {
    for (const topic of this.#topics) {
      for (let partition = 0; partition < this.#partitions; partition++) {
        const sample =
          this.#written.findLast((message) => message.topic === topic && message.partition !== partition) ??
          this.#written.findLast((message) => message.topic !== topic)!;
        const messages = make(sample);
        await this.#send(
          topic,
          messages.map((message) => ({ ...message, partition })),
        );
        this.poisonous += messages.length;
      }
    }
  }

  async #send(topic: string, messages: readonly Message[]): Promise<void> {
    const marked = messages.map((message) => ({ ...message, headers: { ...message.headers, [MARK]: 'intruder' } }));
    if (marked.length > 0) await this.#producer.send({ topic, messages: marked });
  }
}
