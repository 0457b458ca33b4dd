/**
 * How this service talks to MongoDB: every write waits for the majority and its journal, every read goes to the
 * primary, and nothing waits for ever.
 */
import { type Db, MongoClient, type MongoClientOptions, MongoServerError } from 'mongodb';
import { trustedAuthorities } from '../tls/authorities.ts';

const SELECTION_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that has gone silent: the driver's `timeoutMS` has no effect, the socket's limit has. */
const SOCKET_TIMEOUT_MS = 10_000;
const POOL_WAIT_TIMEOUT_MS = 5_000;
/** Shorter than the socket's, so that the server itself says that the majority has not confirmed. */
const WRITE_TIMEOUT_MS = 8_000;
const MAX_POOL_SIZE = 50;
const DEFAULT_DATABASE = 'evidence';

/** Limit on a single read, which the server keeps. */
export const READ_TIMEOUT_MS = 8_000;

/** For counters whose loss with a failing primary does no harm. */
export const LIGHT_WRITE = { w: 1, journal: false } as const;

export interface Connection {
  client: MongoClient;
  database: Db;
}

/**
 * Connects, and fails within seconds where no server answers. `database` defaults to the one that the URL names. Limits
 * of time that the URL names count instead of the ones given here, and its `tlsCAFile` instead of `authority`, which is
 * trusted besides those that Node trusts (PEM).
 */
export async function connect(url: string, database?: string, authority?: string): Promise<Connection> {
  const client = new MongoClient(url, {
    appName: 'evidence-verification',
    ...(authority !== undefined && !names(url, 'tlsCAFile') && { ca: trustedAuthorities(authority) }),
    ...unlessIn(url, {
      serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS,
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      socketTimeoutMS: SOCKET_TIMEOUT_MS,
      waitQueueTimeoutMS: POOL_WAIT_TIMEOUT_MS,
      maxPoolSize: MAX_POOL_SIZE,
    }),
    readPreference: 'primary',
    retryReads: true,
    retryWrites: true,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: WRITE_TIMEOUT_MS },
  });
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    throw error;
  }
  return { client, database: client.db(database ?? nameIn(url) ?? DEFAULT_DATABASE) };
}

/** Whether a unique index refused the write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

export const DUPLICATE_KEY = 11000;

function nameIn(url: string): string | null {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]*)/.exec(url)?.[1];
  return path ? decodeURIComponent(path) : null;
}

function unlessIn(url: string, defaults: Record<string, number>): MongoClientOptions {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !names(url, name)));
}

function names(url: string, option: string): boolean {
  const given = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  return [...given.keys()].some((name) => name.toLowerCase() === option.toLowerCase());
}
