/**
 * The EventStoreDB that a suite runs on: the server at EVENTSTORE_URL, else the double in a child process. Tests can
 * kill and restart only the double.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endChild } from '../../../scripts/end-child.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface EventStoreServer {
  /** Connection string; stays the same over restarts. */
  url: string;
  /** Of streams: a given server may be used by others. */
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

const main = fileURLToPath(new URL('../../doubles/eventstoredb/main.ts', import.meta.url));

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
  const folder = await temporaryFolder();
  const data = join(folder.path, 'events.log');
  const first = await spawnDouble(data, 0, answers);
  let child: ChildProcess = first.child;
  const { url } = first;
  const port = Number(/:(\d+)\?/.exec(url)?.[1]);
  return {
    url,
    streamPrefix: '',
    kind: 'double',
    kill: () => endChild(child, 'SIGKILL'),
    async restart() {
      await endChild(child, 'SIGTERM');
      ({ child } = await spawnDouble(data, port));
    },
    async stop() {
      await endChild(child, 'SIGTERM');
      await folder.remove();
    },
  };
}

async function spawnDouble(data: string, port: number, answers = Number.POSITIVE_INFINITY) {
  const args = [main, '--port', String(port), '--data', data, '--answers', String(answers)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('esdb://')) return { child, url: line };
  }
  throw new Error('the double of EventStoreDB did not start');
}
