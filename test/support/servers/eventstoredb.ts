/**
 * The EventStoreDB that a suite runs on: the server at EVENTSTORE_URL, else the double in a child process. Tests can
 * kill and restart only the double.
 */
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { startDoubleProcess } from './double-process.ts';

export interface EventStoreServer {
  /** Connection string; stays the same over restarts. */
  url: string;
  /** Prefix of stream names, because others may use a given server. */
  streamPrefix: string;
  kind: 'given' | 'double';
  /** kill -9. Fails for a given server. */
  kill(): Promise<void>;
  /** Stops it with SIGTERM if it runs, and starts it on the same port and data. Fails for a given server. */
  restart(): Promise<void>;
  /** Ends it and removes its data; leaves a given server alone. */
  stop(): Promise<void>;
}

/** Whether tests can restart the server; false for a given one. */
export const EVENT_STORE_RESTARTS = !process.env.EVENTSTORE_URL;

/** `answers`: how many appends a double acknowledges; it writes later ones without answering. A restart lifts this. */
export async function eventStoreServer(options: { answers?: number } = {}): Promise<EventStoreServer> {
  const given = process.env.EVENTSTORE_URL;
  return given ? givenServer(given) : startDouble(options.answers);
}

/** Writes a line about the server to the test report; scripts/test.ts looks for `server: `. */
export function reportEventStore(context: Pick<TestContext, 'diagnostic'>, server: EventStoreServer): void {
  const which = server.kind === 'given' ? 'the server at EVENTSTORE_URL' : 'the double (EVENTSTORE_URL is not set)';
  context.diagnostic(`server: EventStoreDB: ${which}`);
}

function givenServer(url: string): EventStoreServer {
  const refuse = async () => {
    throw new Error('the server at EVENTSTORE_URL is not to be stopped');
  };
  return {
    url,
    streamPrefix: `test-${randomUUID()}`,
    kind: 'given',
    kill: refuse,
    restart: refuse,
    stop: async () => {},
  };
}

async function startDouble(answers?: number): Promise<EventStoreServer> {
  const double = await startDoubleProcess('eventstoredb', 'esdb://', answers);
  return { ...double, streamPrefix: '', kind: 'double' };
}
