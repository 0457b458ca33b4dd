/**
 * The EventStoreDB that a suite runs on: the one that EVENTSTORE_URL names, else the double as a process of its own.
 * Only the double can be killed and restarted, as only it is ours.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endChild } from '../../../scripts/end-child.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface EventStoreServer {
  /** Connection string; stays the same over restarts. */
  url: string;
  kind: 'given' | 'double';
  /** kill -9. Fails for a given server. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data, after stopping it in order if it runs. Fails for a given server. */
  restart(): Promise<void>;
  /** Ends it and removes its data; leaves a given server alone. */
  stop(): Promise<void>;
}

/** False where tests would have to restart a server that isn't theirs. */
export const EVENT_STORE_RESTARTS = !process.env.EVENTSTORE_URL;

const main = fileURLToPath(new URL('../../doubles/eventstoredb/main.ts', import.meta.url));

/** `answers`: until it is restarted, a double acknowledges only so many appends; the others it only writes. */
export async function eventStoreServer(options: { answers?: number } = {}): Promise<EventStoreServer> {
  const given = process.env.EVENTSTORE_URL;
  return given ? givenServer(given) : startDouble(options.answers);
}

/** One line in the report of a test run that says which server took part; scripts/test.ts looks for `server: `. */
export function reportEventStore(context: Pick<TestContext, 'diagnostic'>, server: EventStoreServer): void {
  const which = server.kind === 'given' ? 'the server at EVENTSTORE_URL' : 'the double (EVENTSTORE_URL is not set)';
  context.diagnostic(`server: EventStoreDB: ${which}`);
}

function givenServer(url: string): EventStoreServer {
  const refuse = async () => {
    throw new Error('the server at EVENTSTORE_URL is not to be stopped');
  };
  return { url, kind: 'given', kill: refuse, restart: refuse, stop: async () => {} };
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
