/**
 * A double of EventStoreDB for tests: it serves the real client over gRPC, stores its data in a file, and
 * injects faults. It follows the observed behaviour of servers 23.10 and 24.2: reads begin with the event at a
 * position, subscriptions after it, and a position inside an event is an error; positions have gaps; an append is a
 * repetition only with the same ids after the same revision; the size limit applies to the sum of an append; a slow
 * subscriber loses its subscription; a database always contains system events.
 *
 * It lacks: users, clusters and gossip (it can claim to be a follower, and deny access), subscriptions to single streams, persistent
 * subscriptions, projections, links, stream metadata (`$maxCount` and the like), deletion, scavenging, transactions,
 * and prepare positions other than the commit position. Its speed says nothing about a server. It doesn't prevent two
 * processes from using the same file. A test that passes here may fail on a real server: set EVENTSTORE_URL to run the
 * same suites on one.
 */
import { randomUUID } from 'node:crypto';
import serverFeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import serverFeaturesPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import type { ServerCertificate } from '../tls/certificates.ts';
import { EventLog, type Expected, type ProposedEvent } from './event-log.ts';
import { type Faults, noFaults } from './faults.ts';
import * as messages from './messages.ts';
import { answerRead, notABoundary, type ReadCall, type ReadWork, Subscriber } from './reads.ts';

export interface EventStoreDouble {
  /** Connection string. */
  url: string;
  port: number;
  faults: Faults;
  /** Calls that came for appends, one by one and over a shared stream, and for reads and subscriptions. */
  calls: { append: number; batchAppend: number; read: number };
  /** What reads and subscriptions of `$all` have cost so far. */
  work: ReadWork;
  /** Subscriptions that are open. */
  subscriptions(): number;
  /** Ends all subscriptions: normally if `code` is null, else with this gRPC status code. */
  dropSubscriptions(code: number | null): void;
  /** Silences all subscriptions: they stay open but send nothing more. */
  muteSubscriptions(): void;
  /** Breaks all connections and closes the file. */
  stop(): Promise<void>;
}

/** As on a server: a larger message breaks its call. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

/** As on a server: further calls wait in the client until one ends. */
const MAX_CALLS_PER_CONNECTION = 100;

/** Starts on `port` (0: any free one) with the data in the file `data`. */
export async function startEventStoreDouble(options: {
  port?: number;
  data: string;
  /** Over TLS; left out, in the clear. */
  tls?: ServerCertificate;
}): Promise<EventStoreDouble> {
  const faults = noFaults();
  const calls = { append: 0, batchAppend: 0, read: 0 };
  const work: ReadWork = { searched: 0, sent: 0 };
  const subscribers = new Set<Subscriber>();
  const log = new EventLog(options.data, () => {
    for (const subscriber of subscribers) subscriber.appended();
  });
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_concurrent_streams': MAX_CALLS_PER_CONNECTION,
  });
  const refusal = () => failureOfNow(faults);

  function read(call: ReadCall): void {
    calls.read++;
    call.on('error', () => {});
    const request = call.request.getOptions()!;
    const refused = refusal() ?? deniedRead(faults, request.hasAll()) ?? misdirected(faults, call.metadata);
    if (refused !== null) return void call.emit('error', refused);
    if (!request.hasSubscription()) return void answerRead(call, log, work);
    const start = startOf(call, log);
    if (typeof start !== 'number') return void call.emit('error', start);
    const subscriber = new Subscriber(call, log, start, faults, work);
    subscribers.add(subscriber);
    void subscriber.run(randomUUID()).finally(() => subscribers.delete(subscriber));
  }

  async function append(call: ServerReadableStream<AppendReq, never>, answer: sendUnaryData<never>): Promise<void> {
    calls.append++;
    const events: ProposedEvent[] = [];
    let stream = '';
    let expected: Expected = 'any';
    try {
      for await (const request of call as AsyncIterable<AppendReq>) {
        const options = request.getOptions();
        if (options !== undefined) {
          stream = messages.nameOf(options.getStreamIdentifier());
          expected = messages.expectedOf(options);
        } else events.push(messages.proposedOf(request.getProposedMessage()!));
      }
    } catch {
      return; // The client disconnected before it had sent the whole append.
    }
    // Its time was up before it had: then what was read looks whole.
    if (call.cancelled) return;
    const refused = refusal();
    if (refused !== null) return answer(refused);
    if (faults.appends === 'deaf') return;
    const outcome = await log.append(stream, expected, events);
    if (faults.appends === 'silent' || faults.answersLeft-- <= 0) return;
    if (outcome.kind === 'too_large') answer(messages.tooLarge());
    else answer(null, messages.appendMessage(outcome, expected) as never);
  }

  function batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const parts = new Map<string, { stream: string; expected: Expected; events: ProposedEvent[] }>();
    call.on('error', () => {});
    call.on('end', () => call.end());
    call.on('data', async (request: BatchAppendReq) => {
      const id = request.getCorrelationId()!.getString();
      const options = request.getOptions();
      if (options !== undefined) {
        const stream = messages.nameOf(options.getStreamIdentifier());
        parts.set(id, { stream, expected: messages.expectedOfBatch(options), events: [] });
      }
      const whole = parts.get(id)!;
      whole.events.push(...request.getProposedMessagesList().map(messages.proposedOf));
      if (!request.getIsFinal()) return;
      parts.delete(id);
      calls.batchAppend++;
      const { stream, expected, events } = whole;
      if (faults.booting > 0) {
        faults.booting--;
        return void call.write(messages.batchUnknownMessage(id, stream));
      }
      if (faults.appends === 'deaf') return;
      const outcome = await log.append(stream, expected, events);
      if (faults.appends === 'answered') call.write(messages.batchMessage(id, stream, outcome, expected));
    });
  }

  function unimplemented(_: unknown, answer: sendUnaryData<never>): void {
    answer({ code: status.UNIMPLEMENTED, details: 'the double does not delete' });
  }

  server.addService(
    streamsGrpc.StreamsService as never,
    {
      read,
      append,
      batchAppend,
      delete: unimplemented,
      tombstone: unimplemented,
    } as never,
  );
  server.addService(
    serverFeaturesGrpc.ServerFeaturesService as never,
    {
      getSupportedMethods(_: unknown, answer: sendUnaryData<unknown>) {
        const refused = refusal();
        if (refused !== null) answer(refused);
        else answer(null, supportedMethods());
      },
    } as never,
  );

  const { tls } = options;
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });

  return {
    url: `esdb://127.0.0.1:${port}?tls=${tls !== undefined}`,
    port,
    faults,
    calls,
    work,
    subscriptions: () => subscribers.size,
    dropSubscriptions(code) {
      for (const subscriber of subscribers) subscriber.drop(code === null ? null : { code, details: 'as told' });
    },
    muteSubscriptions() {
      for (const subscriber of subscribers) subscriber.stop();
    },
    async stop() {
      for (const subscriber of subscribers) subscriber.stop();
      server.forceShutdown();
      log.close();
    },
  };
}

/** Reading `$all` takes a right of its own. */
function deniedRead({ denied }: Faults, isAll: boolean): Failure | null {
  if (!denied || !isAll) return null;
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  return { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata };
}

/** A follower serves requests that do not require the leader, from what it has. */
function misdirected({ leader }: Faults, given: Metadata): Failure | null {
  if (leader === null || given.get('requires-leader')[0] !== 'true') return null;
  const metadata = new Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', '127.0.0.1');
  metadata.set('leader-endpoint-port', String(leader));
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
}

interface Failure {
  code: number;
  details: string;
  metadata?: Metadata;
}

function failureOfNow(faults: Faults): Failure | null {
  if (faults.refuse > 0) {
    faults.refuse--;
    return { code: status.UNAVAILABLE, details: 'refused as told' };
  }
  if (faults.booting > 0) {
    faults.booting--;
    return { code: status.UNKNOWN, details: 'Server Is Not Ready' };
  }
  return null;
}

/** Index of a subscription's first event, or the error to refuse it with. */
function startOf(call: ReadCall, log: EventLog): number | { code: number; details: string } {
  const all = call.request.getOptions()!.getAll();
  if (all === undefined) return { code: status.UNIMPLEMENTED, details: 'the double subscribes to $all only' };
  if (all.hasStart()) return 0;
  if (all.hasEnd()) return log.events.length;
  const index = log.indexOf(Number(all.getPosition()!.getCommitPosition()));
  return index < 0 ? notABoundary() : index + 1;
}

function supportedMethods() {
  const methods = new serverFeaturesPb.SupportedMethods();
  methods.setEventStoreServerVersion('23.10.0-double');
  const batch = new serverFeaturesPb.SupportedMethod();
  batch.setServiceName('event_store.client.streams.streams');
  batch.setMethodName('batchappend');
  methods.addMethods(batch);
  return methods;
}
