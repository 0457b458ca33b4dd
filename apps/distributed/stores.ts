/** The stores of the distributed shape: events in EventStoreDB, stages over Kafka, everything else in MongoDB. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ShareOf } from '#common/fair-slots.ts';
import { systemTimers } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { StageMessage, StageQueue } from '#contracts/ports/stage-queue.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import { ForeignMessagesError } from '#platform/kafka/foreign-messages.ts';
import { createKafkaStageQueue } from '#platform/kafka/stage-queue.ts';
import { openMongoStores } from '#platform/mongodb/stores.ts';
import { certificateProblem } from '#platform/tls/certificate-problem.ts';
import { createRoots } from '#streams/roots.ts';
import type { DistributedConfiguration } from '../configuration.ts';
import { ConfigurationError } from '../configuration-error.ts';
import type { Logger } from '../logger.ts';
import { MOVING } from '../move/marks.ts';
import { openOrClose } from '../parts/closing.ts';
import { LOG_BEGINS_WITH } from '../parts/deployment.ts';
import type { Stores } from '../parts/stores.ts';

export interface StoresToOpen {
  configuration: DistributedConfiguration;
  logger: Logger;
  clock: Clock;
  /** Identifies this process. */
  instance: string;
}

/**
 * Connects to EventStoreDB and MongoDB, and rejects if they are unreachable. Kafka is connected on demand; broken
 * connections are re-established. Throws ConfigurationError for an unusable file of authorities.
 */
export function openServerStores({ configuration, logger, clock, instance }: StoresToOpen): Promise<Stores> {
  return openOrClose(async (closing) => {
    const { eventStoreUrl, mongoUrl, previousMasterKey } = configuration;
    const onError = (server: string) => (error: unknown) => {
      const problem = certificateProblem(error);
      logger.warn({ err: error, server, ...(problem && { problem }) }, 'a server failed');
    };
    const authority = authorityIn(configuration.authorityFile);
    const events = createEventStoreDbStore({
      url: eventStoreUrl,
      streamPrefix: configuration.streamPrefix,
      first: LOG_BEGINS_WITH,
      ...authority,
      onError: onError('EventStoreDB'),
    });
    closing.defer(() => events.close());
    // Detects missing permissions at the start.
    await events.head();
    const {
      views,
      operations,
      vault,
      blobs,
      library,
      close: closeMongo,
    } = await openMongoStores({
      url: mongoUrl,
      ...authority,
      master: masterKey(configuration.masterKey),
      ...(previousMasterKey === undefined ? {} : { previousMaster: masterKey(previousMasterKey) }),
      clock,
    });
    closing.defer(closeMongo);
    if ((await operations.values.get(MOVING)) !== null) {
      throw new ConfigurationError([
        'a move of a data folder into these servers is not finished: run "evidence move --to distributed" again, which goes on where it was',
      ]);
    }
    const roots = createRoots({ events, operations });
    const queue = openQueue({
      configuration,
      authority,
      events,
      operations,
      shareOf: roots.of,
      clock,
      instance,
      secret: () => vault.serverSecret('stage-messages'),
      onError: queueErrors(onError('Kafka'), logger),
      ...(logger.isLevelEnabled('debug') && {
        onRelayed: ({ stage, correlation_id, request_id }) =>
          logger.debug({ stage, verification_id: correlation_id, request_id }, 'trigger relayed'),
      }),
    });
    closing.defer(() => queue.close());
    const close = () => closing.disposeAsync();
    return { clock, events, queue, views, operations, roots, vault, blobs, library, close };
  });
}

/** Checked here, as the clients would trust no authority at all if the file holds no certificate. */
export function authorityIn(file: string | undefined): { authority?: string } {
  if (file === undefined) return {};
  try {
    const authority = readFileSync(file, 'utf8');
    new X509Certificate(authority);
    return { authority };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError([`EVIDENCE_CA_FILE must name a file with certificates in PEM (${code})`]);
  }
}

interface QueueToOpen extends Omit<StoresToOpen, 'logger'> {
  authority: { authority?: string };
  events: EventStore;
  operations: Pick<OperationalStores, 'values' | 'leases'>;
  shareOf: ShareOf;
  /** The secret that seals messages. */
  secret(): Promise<Uint8Array>;
  onError(error: unknown): void;
  onRelayed?(message: StageMessage): void;
}

function queueErrors(onError: (error: unknown) => void, logger: StoresToOpen['logger']): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof ForeignMessagesError)) return onError(error);
    logger.warn({ ...error.found }, 'messages that the relay did not write were skipped');
  };
}

function openQueue({ configuration, authority, operations, ...rest }: QueueToOpen): StageQueue {
  if (configuration.kafka === undefined) return NO_STAGES;
  const { topicPrefix, partitions, ...connection } = configuration.kafka;
  return createKafkaStageQueue({
    ...rest,
    values: operations.values,
    leases: operations.leases,
    kafka: { ...connection, ...authority, clientId: rest.instance },
    topics: { prefix: topicPrefix, partitions },
    timers: systemTimers,
  });
}

const NO_STAGES: StageQueue = {
  consume: ({ stage }) => Promise.reject(new Error(`${stage} can't run in this process, which has no brokers`)),
  close: async () => {},
};
