/**
 * The connection to MongoDB: every write waits for the majority and its journal, every read goes to the primary, and
 * every call has a time limit.
 */
import { type Db, MongoClient, type MongoClientOptions, MongoServerError } from 'mongodb';
import { trustedAuthorities } from '../tls/authorities.ts';
import { callLimitMs, withCallLimit } from './call-limit.ts';

const SELECTION_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Detects a silent server. The driver's own limit of a call, `timeoutMS`, has no effect since its version 7. */
const SOCKET_TIMEOUT_MS = 10_000;
const POOL_WAIT_TIMEOUT_MS = 5_000;
/** Shorter than the socket's limit, so that the server itself reports that the majority did not confirm. */
const WRITE_TIMEOUT_MS = 8_000;
const MAX_POOL_SIZE = 50;
const DEFAULT_DATABASE = 'evidence';

/** Time limit of a read, enforced by the server. */
export const READ_TIMEOUT_MS = 8_000;

/** For counters that may be lost when the primary fails. */
export const LIGHT_WRITE = { w: 1, journal: false } as const;

export interface Connection {
  client: MongoClient;
  database: Db;
}

/**
 * Connects; fails within seconds when no server responds. `database` defaults to the one that the URL names. Time
 * limits in the URL override the defaults. `authority` (PEM) is trusted in addition to Node's authorities; the URL's
 * `tlsCAFile` overrides it.
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
  const whole = client.db(database ?? nameIn(url) ?? DEFAULT_DATABASE);
  const limitMs = callLimitMs(client.options);
  return { client, database: limitMs === null ? whole : withCallLimit(whole, limitMs) };
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
