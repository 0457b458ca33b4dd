/** Reads and subscriptions of the double. */
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import type { EventLog, LoggedEvent } from './event-log.ts';
import type { Faults } from './faults.ts';
import * as messages from './messages.ts';

/** Counts what reads and subscriptions of `$all` cost: events that the server looked at, and that it sent. */
export interface ReadWork {
  searched: number;
  sent: number;
}

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

const BACKWARDS = 1;
/** Events that the server searches between two checkpoints, to be multiplied by the request's multiplier. */
const SEARCH_WINDOW = 32;
/** Live events that may wait for a subscriber before it counts as too slow. */
const LIVE_BUFFER = 32;

/** The error for a position at which no event begins. */
export function notABoundary() {
  return { code: status.UNKNOWN, details: 'Unexpected ReadAllResult: InvalidPosition' };
}

/** Answers a read that isn't a subscription. Positions and revisions are inclusive. */
export async function answerRead(call: ReadCall, log: EventLog, work: ReadWork): Promise<void> {
  const options = call.request.getOptions()!;
  const backwards = Number(options.getReadDirection()) === BACKWARDS;
  const count = Number(options.getCount());
  const streamOptions = options.getStream();
  let source: readonly LoggedEvent[] = log.events;
  let from: number;
  if (streamOptions !== undefined) {
    const name = messages.nameOf(streamOptions.getStreamIdentifier());
    source = log.stream(name);
    if (source.length === 0) {
      call.write(messages.streamNotFoundMessage(name));
      call.end();
      return;
    }
    if (streamOptions.hasStart()) from = 0;
    else if (streamOptions.hasEnd()) from = backwards ? source.length - 1 : source.length;
    else from = Number(streamOptions.getRevision());
    if (backwards) from = Math.min(from, source.length - 1);
  } else {
    const all = options.getAll()!;
    if (all.hasStart()) from = 0;
    else if (all.hasEnd()) from = backwards ? source.length - 1 : source.length;
    else {
      from = log.indexOf(Number(all.getPosition()!.getCommitPosition()));
      if (from < 0) {
        call.emit('error', notABoundary());
        return;
      }
    }
  }
  const wanted = wantedBy(options.getFilter());
  const step = backwards ? -1 : 1;
  let sent = 0;
  for (let index = from; sent < count; index += step) {
    const event = source[index];
    if (event === undefined || call.cancelled) break;
    if (streamOptions === undefined) work.searched++;
    if (!wanted(event)) continue;
    sent++;
    if (streamOptions === undefined) work.sent++;
    if (!call.write(messages.eventMessage(event))) await drained(call);
  }
  if (call.cancelled) return;
  call.end();
}

/** A subscription to `$all`: starts at an index of the log, catches up, then goes live. */
export class Subscriber {
  readonly call: ReadCall;
  readonly #log: EventLog;
  readonly #faults: Faults;
  readonly #wanted: (event: LoggedEvent) => boolean;
  readonly #checkpointInterval: number;
  readonly #work: ReadWork;
  /** Index of the next event. */
  #next: number;
  #sinceCheckpoint = 0;
  #live = false;
  #blocked = false;
  #over = false;
  #wake: () => void = () => {};

  constructor(call: ReadCall, log: EventLog, start: number, faults: Faults, work: ReadWork) {
    this.#work = work;
    this.call = call;
    this.#log = log;
    this.#faults = faults;
    this.#next = start;
    const filter = call.request.getOptions()!.getFilter();
    this.#wanted = wantedBy(filter);
    this.#checkpointInterval = SEARCH_WINDOW * (filter?.getCheckpointintervalmultiplier() ?? 1);
    call.on('cancelled', () => this.stop());
  }

  async run(id: string): Promise<void> {
    this.call.write(messages.confirmationMessage(id));
    while (!this.#over) {
      if (this.#next < this.#log.events.length) await this.#send(this.#log.events[this.#next++]!);
      else if (this.#live) await new Promise<void>((resolve) => (this.#wake = resolve));
      else {
        this.#live = true;
        const last = this.#log.events.at(-1);
        if (last !== undefined) this.#checkpoint(last);
        this.call.write(messages.caughtUpMessage());
      }
    }
  }

  /** Must be called after every append. */
  appended(): void {
    if (this.#live && this.#blocked && this.#log.events.length - this.#next > LIVE_BUFFER) this.#tooSlow();
    this.#wake();
  }

  /** Ends the subscription: normally if `failure` is null, else with this gRPC status. */
  drop(failure: { code: number; details: string } | null): void {
    if (this.#over) return;
    this.stop();
    if (failure === null) this.call.end();
    else this.call.emit('error', failure);
  }

  /** Sends nothing more, but leaves the call open. */
  stop(): void {
    this.#over = true;
    this.#wake();
    this.call.emit('drain');
  }

  #tooSlow(): void {
    this.#faults.slowConsumersMet++;
    if (this.#faults.slowConsumers === 'drop') {
      this.drop({ code: status.ABORTED, details: 'Operation timed out: resubscription required' });
    } else this.#live = false;
  }

  async #send(event: LoggedEvent): Promise<void> {
    this.#work.searched++;
    if (!this.#wanted(event)) {
      this.#sinceCheckpoint++;
      if (this.#sinceCheckpoint >= this.#checkpointInterval) this.#checkpoint(event);
      return;
    }
    this.#sinceCheckpoint++;
    this.#work.sent++;
    if (!this.call.write(messages.eventMessage(event))) {
      this.#blocked = true;
      await drained(this.call);
      this.#blocked = false;
    }
    if (!this.#over && this.#sinceCheckpoint >= this.#checkpointInterval) this.#checkpoint(event);
  }

  #checkpoint({ position }: LoggedEvent): void {
    this.#sinceCheckpoint = 0;
    if (this.#faults.checkpoints) this.call.write(messages.checkpointMessage(position));
  }
}

function wantedBy(filter: ReadReq.Options.FilterOptions | undefined): (event: LoggedEvent) => boolean {
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier();
  if (filter === undefined || expression === undefined) return () => true;
  const field = filter.hasEventType() ? 'type' : 'stream';
  const prefixes = expression.getPrefixList();
  if (prefixes.length > 0) return (event) => prefixes.some((prefix) => event[field].startsWith(prefix));
  const regex = new RegExp(expression.getRegex());
  return (event) => regex.test(event[field]);
}

function drained(call: ReadCall): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      call.removeListener('drain', done);
      call.removeListener('cancelled', done);
      resolve();
    };
    call.once('drain', done);
    call.once('cancelled', done);
  });
}
