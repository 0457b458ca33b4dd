/** The consumer of one stage: its relay, its group membership, and the partitions assigned to it. */
import type { Kafka, Producer } from 'kafkajs';
import { type Position, START } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageConsumer, StageSubscription, StageTopic } from '#contracts/ports/stage-queue.ts';
import type { OrganizationSlots } from '../queue/organization-slots.ts';
import { slotsOf } from '../queue/slots-of.ts';
import { AssignedPartitions } from './assigned-partitions.ts';
import { nextOffsetOf, positionOf } from './consumer-position.ts';
import { GroupMember } from './group-member.ts';
import type { MessageSeal } from './message-seal.ts';
import { PartitionProgress, progressKey } from './partition-progress.ts';
import type { QueueOptions } from './queue-options.ts';
import { Relay } from './relay.ts';
import { RelayCheckpoint, type RelayState } from './relay-state.ts';
import { ensureTopic, type TopicSettings, topicOf } from './topic.ts';

export interface StageConsumerOptions extends QueueOptions {
  kafka: Kafka;
  producer: Producer;
  topics: TopicSettings;
  /** Shared by all stages of the process. */
  organizations: OrganizationSlots;
  seal: MessageSeal;
  sessionTimeoutMs: number;
}

/** Creates the topic if it does not exist, and starts. Throws when the log is shorter than what was already relayed. */
export async function startStageConsumer(
  subscription: StageSubscription,
  options: StageConsumerOptions,
): Promise<StageConsumer> {
  const { stage } = subscription;
  await ensureTopic(options.kafka, topicOf(stage, options.topics.prefix), options.topics, options.onError);
  const { state } = await RelayCheckpoint.load(options.values, stage);
  // The log would assign these positions to other events, and the stage would skip them.
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
  readonly #partitions: AssignedPartitions;
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
    this.#partitions = new AssignedPartitions({
      ...options,
      subscription,
      topic,
      slots: slotsOf(subscription, { overAll: options.organizations, shareOf: options.shareOf }),
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

  /** Handlers end first, so that no other process gets their partitions before. */
  async stop(): Promise<void> {
    this.#member.retire();
    await Promise.all([this.#relay.stop(), this.#partitions.stop()]);
    await this.#member.stop();
  }

  async pending(): Promise<number> {
    return this.#partitions.size;
  }

  /** Across all processes that consume the stage. */
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

  /** Number of unfinished messages of a partition, whether read or not. */
  async #left(number: number, end: number, { layout, generation }: RelayState): Promise<number> {
    const own = this.#partitions.get(number);
    if (own?.generation === generation) return Math.max(0, end - own.next) + own.size;
    const key = progressKey(this.#stage, layout, number);
    const { watermark, unfinished } = await PartitionProgress.peek(this.#values, key, generation);
    return Math.max(0, end - nextOffsetOf(watermark)) + unfinished;
  }

  /** Every message of a partition up to here is handled or parked. */
  async #handled(number: number, end: number, relayed: RelayState): Promise<Position> {
    const own = this.#partitions.get(number);
    if (own !== undefined) {
      // The partition has not noticed yet that its topic was recreated.
      if (own.generation !== relayed.generation) return this.#position;
      const { settled } = own;
      return nextOffsetOf(settled) >= end ? relayed.position : positionOf(settled);
    }
    const key = progressKey(this.#stage, relayed.layout, number);
    const { watermark, unfinished } = await PartitionProgress.peek(this.#values, key, relayed.generation);
    // Only the process that owns the partition knows which messages are parked and how far back the others reach.
    if (unfinished > 0) return this.#position;
    return nextOffsetOf(watermark) >= end ? relayed.position : positionOf(watermark);
  }
}
