/**
 * A double of EventStoreDB for tests: speaks its gRPC protocol to the real client, keeps its data in a file, and can be
 * told to fail. It follows what servers 23.10 and 24.2 were seen to do:
 * reads begin with the event at a position, subscriptions after it, and a position inside an event is an error;
 * positions have gaps; an append is a repetition only with the same ids after the same revision; the size limit is on
 * the sum; who is slow loses the subscription; a database is never without events of its own.
 *
 * It lacks: TLS, users and access rights, clusters and gossip, subscriptions to single streams, persistent
 * subscriptions, projections, links, stream metadata (`$maxCount` and the like), deletion, scavenging, transactions,
 * prepare positions other than the commit position, and any claim about speed. A start on another process's file is
 * not prevented. What passes here has not been shown to pass on a real server: EVENTSTORE_URL runs the same suites there.
 */
import { randomUUID } from 'node:crypto';
import serverFeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import serverFeaturesPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { EventLog, type Expected, type ProposedEvent } from './event-log.ts';
import { type Faults, noFaults } from './faults.ts';
import * as messages from './messages.ts';
import { answerRead, notABoundary, type ReadCall, Subscriber } from './reads.ts';

export interface EventStoreDouble {
  /** Connection string. */
  url: string;
  port: number;
  faults: Faults;
  /** Calls that came for appends, one by one and over a shared stream. */
  calls: { append: number; batchAppend: number };
  /** Subscriptions that are open. */
  subscriptions(): number;
  /** Ends all subscriptions: in order, or with a gRPC status code. */
  dropSubscriptions(code: number | null): void;
  /** All subscriptions die without a word: they stay open and bring nothing more. */
  muteSubscriptions(): void;
  /** Breaks all connections and lets go of the file. */
  stop(): Promise<void>;
}

/** Like the server's: messages beyond it break the call they came on. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

/** Like the server's: further calls wait at the client until one ends. */
const MAX_CALLS_PER_CONNECTION = 100;

/** Starts on `port` (0: any free one) with the data in the file `data`. */
export async function startEventStoreDouble(options: { port?: number; data: string }): Promise<EventStoreDouble> {
  const faults = noFaults();
  const calls = { append: 0, batchAppend: 0 };
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
    call.on('error', () => {});
    const refused = refusal();
    if (refused !== null) return void call.emit('error', refused);
    const request = call.request.getOptions()!;
    if (!request.hasSubscription()) return void answerRead(call, log);
    const start = startOf(call, log);
    if (typeof start !== 'number') return void call.emit('error', start);
    const subscriber = new Subscriber(call, log, start, faults);
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
      return; // The caller went away before the append was whole.
    }
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

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });

  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    faults,
    calls,
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

function failureOfNow(faults: Faults): { code: number; details: string } | null {
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

/** Index of the first event of a subscription, or why there is none. */
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
