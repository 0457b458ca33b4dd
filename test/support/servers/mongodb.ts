/**
 * The MongoDB that a suite runs on: the server at MONGODB_URL, else one started from the binary that
 * MONGOMS_SYSTEM_BINARY names, else the double in a child process. Tests can't kill or restart a given server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { MongoClient } from 'mongodb';
import { endChild } from '../../../scripts/end-child.ts';
import { FERRETDB_VERSION } from '../../../scripts/ferretdb/build.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startDoubleProcess } from './double-process.ts';

export interface MongoServer {
  /** Connection string without a database; stays the same over restarts. */
  url: string;
  /** A unique database name. */
  database: string;
  kind: 'given' | 'binary' | 'double' | 'ferretdb';
  /** kill -9. Fails for a given server. */
  kill(): Promise<void>;
  /** Stops it if it runs, and starts it on the same port and data. Fails for a given server. */
  restart(): Promise<void>;
  /** Ends it and removes its data; on a given server it only drops the database. */
  stop(): Promise<void>;
}

/** Whether tests can restart the server; false for a given one. */
export const MONGO_RESTARTS = !process.env.MONGODB_URL;

const START_TRIES = 100;

/** `answers`: how many writes a double acknowledges; it applies later ones without answering. A restart lifts this. */
export async function mongoServer(options: { answers?: number } = {}): Promise<MongoServer> {
  const given = process.env.MONGODB_URL;
  if (given) return givenServer(given);
  const binary = process.env.MONGOMS_SYSTEM_BINARY;
  return binary ? startBinary(binary) : startDouble(options.answers);
}

/** Writes a line about the server to the test report; scripts/test.ts looks for `server: `. */
export function reportMongo(context: Pick<TestContext, 'diagnostic'>, server: Pick<MongoServer, 'kind'>): void {
  const which = {
    ferretdb: `FerretDB ${FERRETDB_VERSION}, another server of the protocol (no text index, TTL, retryable writes)`,
    given: 'the server at MONGODB_URL',
    binary: 'a server of the binary at MONGOMS_SYSTEM_BINARY',
    double: 'the double (neither MONGODB_URL nor MONGOMS_SYSTEM_BINARY is set)',
  }[server.kind];
  context.diagnostic(`server: MongoDB: ${which}`);
}

function freshName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}

function givenServer(url: string): MongoServer {
  const refuse = async () => {
    throw new Error('the server at MONGODB_URL is not to be stopped');
  };
  const database = freshName();
  async function stop(): Promise<void> {
    const client = new MongoClient(url);
    await client.db(database).dropDatabase();
    await client.close();
  }
  return { url, database, kind: 'given', kill: refuse, restart: refuse, stop };
}

async function startDouble(answers?: number): Promise<MongoServer> {
  const double = await startDoubleProcess('mongodb', 'mongodb://', answers, ['--expire', '1000']);
  return { ...double, database: freshName(), kind: 'double' };
}

/** Starts a replica set of one member, because retryable writes need a replica set. */
async function startBinary(binary: string): Promise<MongoServer> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const args = ['--replSet', 'test', '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder.path];
  const start = () => spawn(binary, args, { stdio: 'ignore' });
  let child: ChildProcess = start();
  const direct = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  await whenPrimary(direct, { replSetInitiate: { _id: 'test', members } });
  return {
    url: `mongodb://127.0.0.1:${port}/?replicaSet=test`,
    database: freshName(),
    kind: 'binary',
    kill: () => endChild(child, 'SIGKILL'),
    async restart() {
      await endChild(child, 'SIGTERM');
      child = start();
      await whenPrimary(direct, null);
    },
    async stop() {
      await endChild(child, 'SIGTERM');
      await folder.remove();
    },
  };
}

/** Runs `command` once, if given, and waits until the server is a writable primary. */
async function whenPrimary(url: string, command: object | null): Promise<void> {
  const client = new MongoClient(url);
  try {
    if (command !== null) await client.db('admin').command(command);
    for (let left = START_TRIES; left > 0; left--) {
      if ((await client.db('admin').command({ hello: 1 })).isWritablePrimary) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the server did not become a primary');
  } finally {
    await client.close();
  }
}
