/** One stage's consumer: its share of the relay, of the consumer group, and of what they have come to. */
import type { Kafka, Producer } from 'kafkajs';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { type EventStore, type Position, START } from '#contracts/ports/event-store.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageConsumer, StageMessage, StageSubscription, StageTopic } from '#contracts/ports/stage-queue.ts';
import { slotsOf } from '../queue/slots-of.ts';
import { GroupMember } from './group-member.ts';
import type { MessageSeal } from './message-seal.ts';
import { PartitionProgress, progressKey } from './partition-progress.ts';
import { Partitions } from './partitions.ts';
import { nextOffsetOf, positionOf } from './place.ts';
import { Relay } from './relay.ts';
import { RelayCheckpoint, type RelayState } from './relay-state.ts';
import { ensureTopic, type TopicSettings, topicOf } from './topic.ts';

export interface StageConsumerOptions {
  kafka: Kafka;
  producer: Producer;
  events: EventStore;
  values: ServerValues;
  leases: Leases;
  clock: Clock;
  timers: Timers;
  instance: string;
  topics: TopicSettings;
  seal: MessageSeal;
  sessionTimeoutMs: number;
  onError: (error: unknown) => void;
  onRelayed?: (message: StageMessage) => void;
}

/** Makes the topic if need be and starts. Throws when the log is shorter than what was already relayed of it. */
export async function startStageConsumer(
  subscription: StageSubscription,
  options: StageConsumerOptions,
): Promise<StageConsumer> {
  const { stage } = subscription;
  await ensureTopic(options.kafka, topicOf(stage, options.topics.prefix), options.topics, options.onError);
  const { state } = await RelayCheckpoint.load(options.values, stage);
  // Positions would be given again to other events, and those passed over.
  if (state.position > (await options.events.head())) {
    throw new Error(`stage ${stage} has relayed more than the log holds: was the log replaced?`);
  }
  return new KafkaStageConsumer(subscription, options);
}

class KafkaStageConsumer implements StageConsumer {
  readonly #stage: string;
  readonly #values: ServerValues;
  readonly #relay: Relay;
  readonly #member: GroupMember;
  readonly #partitions: Partitions;
  readonly topic: StageTopic;
  #position = START;

  constructor(subscription: StageSubscription, options: StageConsumerOptions) {
    const { stage, triggers } = subscription;
    const topic = topicOf(stage, options.topics.prefix);
    this.#stage = stage;
    this.topic = {
      name: topic,
      relayed: async () => (await this.#relay.state()).position,
      backlog: () => this.#backlog(),
    };
    this.#values = options.values;
    this.#relay = new Relay({ ...options, stage, triggers, topic });
    this.#partitions = new Partitions({
      ...options,
      subscription,
      topic,
      slots: slotsOf(subscription),
      relayed: () => this.#relay.state(),
      reader: {
        fetch: (partition, offset) => this.#member.fetch(partition, offset),
        hold: (partition) => this.#member.hold(partition),
        commit: (partition, next) => this.#member.commit(partition, next),
      },
    });
    this.#member = new GroupMember({
      ...options,
      topic,
      groupId: topic,
      lowPriority: subscription.lowPriority ?? false,
      onAssigned: (partitions) => this.#partitions.assign(partitions),
      onMessages: (partition, messages) => this.#partitions.take(partition, messages),
    });
  }

  /** Handlers end first: until then nobody else is given their partitions. */
  async stop(): Promise<void> {
    this.#member.retire();
    await Promise.all([this.#relay.stop(), this.#partitions.stop()]);
    await this.#member.stop();
  }

  async pending(): Promise<number> {
    return this.#partitions.size;
  }

  /** Over all processes that consume the stage. */
  async position(): Promise<Position> {
    const relayed = await this.#relay.state();
    let position = relayed.position;
    for (const [number, end] of Object.entries(relayed.ends)) {
      const handled = await this.#handled(Number(number), end, relayed);
      if (handled < position) position = handled;
    }
    if (position > this.#position) this.#position = position;
    return this.#position;
  }

  async #backlog(): Promise<number> {
    const relayed = await this.#relay.state();
    const unfinished = Object.entries(relayed.ends).map(([number, end]) => this.#left(Number(number), end, relayed));
    return (await Promise.all(unfinished)).reduce((sum, one) => sum + one, 0);
  }

  /** Messages of a partition that are not finished: not taken in yet, or taken in and not done. */
  async #left(number: number, end: number, { layout, generation }: RelayState): Promise<number> {
    const own = this.#partitions.get(number);
    if (own?.generation === generation) return Math.max(0, end - own.next) + own.size;
    const key = progressKey(this.#stage, layout, number);
    const { watermark, unfinished } = await PartitionProgress.peek(this.#values, key, generation);
    return Math.max(0, end - nextOffsetOf(watermark)) + unfinished;
  }

  /** Up to where everything of a partition is handled or parked. */
  async #handled(number: number, end: number, relayed: RelayState): Promise<Position> {
    const own = this.#partitions.get(number);
    if (own !== undefined) {
      // It does not know yet that its topic has begun anew.
      if (own.generation !== relayed.generation) return this.#position;
      const { settled } = own;
      return nextOffsetOf(settled) >= end ? relayed.position : positionOf(settled);
    }
    const key = progressKey(this.#stage, relayed.layout, number);
    const { watermark, unfinished } = await PartitionProgress.peek(this.#values, key, relayed.generation);
    // Another process knows which of them are parked, and how far the others reach back.
    if (unfinished > 0) return this.#position;
    return nextOffsetOf(watermark) >= end ? relayed.position : positionOf(watermark);
  }
}
