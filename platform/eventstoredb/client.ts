/** The EventStoreDB client, set up as this adapter needs it. */
import './ip-addresses.ts';
import { readFileSync } from 'node:fs';
import { EventStoreDBClient } from '@eventstore/db-client';
import {
  type ConnectionOptions,
  parseConnectionString,
} from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { trustedAuthorities } from '../tls/authorities.ts';
import { explainDiscovery } from './discovery.ts';

/** What the adapter uses that the client's types call protected. */
interface Internals {
  supports: (method: unknown, feature?: string) => Promise<boolean>;
  getChannel: () => Promise<{ close(): void }>;
}

export interface Connection {
  client: EventStoreDBClient;
  /** The error of a call, or why the cluster was not found, where that is what it says and the reason is a certificate. */
  explained(error: unknown): Promise<unknown>;
}

/** A connection string that can't be used. The message never repeats it: it may hold a password. */
export class EventStoreUrlError extends Error {
  readonly code = 'event_store_url';
  constructor(problem: string) {
    super(`the connection string of the event store ${problem}`);
    this.name = 'EventStoreUrlError';
  }
}

/** What the client knows; of anything else it would print the whole string, password and all. */
const OPTIONS = new Set(
  [
    'tls',
    'tlsCAFile',
    'tlsVerifyCert',
    'userCertFile',
    'userKeyFile',
    'connectionName',
    'nodePreference',
    'throwOnAppendFailure',
    'defaultDeadline',
    'keepAliveInterval',
    'keepAliveTimeout',
    'discoveryInterval',
    'gossipTimeout',
    'maxDiscoverAttempts',
  ].map(flat),
);

/**
 * A client that sends every append as a call of its own.
 *
 * By default it sends all appends down one stream, and keeps those under way in one table for all clients of the
 * process: an error of one stream rejects everybody's appends, an answer that comes after that ends the process with a
 * TypeError, writes queued on a failing stream become unhandled rejections, and no deadline holds. A call of its own
 * fails alone and keeps its deadline. The client picks it where the server does not offer the other.
 *
 * `authority` (PEM) is trusted besides those that Node trusts; a `tlsCAFile` of the connection string counts alone.
 * Throws EventStoreUrlError for a connection string that is malformed, that turns conflicts into results, which the client
 * then fills with a wrong revision, or that asks for another node than the leader.
 */
export function connect(url: string, authority?: string): Connection {
  const { hosts, dnsDiscover, defaultCredentials, tls, tlsCAFile, userCertFile, userKeyFile, ...options } = parse(url);
  if (options.throwOnAppendFailure === false) throw new EventStoreUrlError('must leave throwOnAppendFailure on');
  if ((options.nodePreference ?? 'leader') !== 'leader') {
    throw new EventStoreUrlError('must leave nodePreference at leader: another node may accept what has been revoked');
  }
  const secured =
    tls === false
      ? { insecure: true }
      : {
          rootCertificate: rootsOf(tlsCAFile, authority),
          ...(userCertFile !== undefined && { userCertFile: fileOf('userCertFile', userCertFile) }),
          ...(userKeyFile !== undefined && { userKeyFile: fileOf('userKeyFile', userKeyFile) }),
        };
  const [first] = hosts;
  if (first === undefined) throw new EventStoreUrlError('is malformed');
  const client = dnsDiscover
    ? new EventStoreDBClient({ ...options, discover: first }, secured, defaultCredentials)
    : hosts.length > 1
      ? new EventStoreDBClient({ ...options, endpoints: hosts }, secured, defaultCredentials)
      : new EventStoreDBClient({ ...options, endpoint: first }, secured, defaultCredentials);
  internals(client).supports = async () => false;
  const explained = async (error: unknown) =>
    'rootCertificate' in secured ? explainDiscovery(error, hosts, secured.rootCertificate) : error;
  return { client, explained };
}

function parse(url: string): ConnectionOptions {
  // The database has another name since, its protocol has not.
  const named = url.trim().replace(/^kurrent(db)?(?=[:+])/, 'esdb');
  refuseOptions(named);
  try {
    return parseConnectionString(named);
  } catch {
    throw new EventStoreUrlError('is malformed');
  }
}

/** Those that the client would warn of, printing the whole string. */
function refuseOptions(url: string): void {
  // A password may hold a question mark.
  const withoutPassword = url.replace(/^[^:]+:\/\/[^:]+:[^@]+@/, '');
  for (const [name, value] of new URLSearchParams(/\?(.*)$/s.exec(withoutPassword)?.[1] ?? '')) {
    if (!/^[\w-]{1,40}$/.test(name)) throw new EventStoreUrlError('is malformed');
    if (!OPTIONS.has(flat(name))) throw new EventStoreUrlError(`has no option ${name}`);
    if (flat(name) === 'tlsverifycert' && value.trim() !== 'true') {
      throw new EventStoreUrlError('must leave tlsVerifyCert on');
    }
  }
}

function rootsOf(tlsCAFile: string | undefined, authority: string | undefined): Buffer {
  return tlsCAFile === undefined
    ? Buffer.from(trustedAuthorities(authority ?? '').join('\n'))
    : fileOf('tlsCAFile', tlsCAFile);
}

/** Options are known whatever their case. */
function flat(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function fileOf(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EventStoreUrlError(`names a file as ${option} that can't be read (${code})`);
  }
}

/** Ends what is under way and closes the connection: `dispose` alone leaves it open. */
export async function disconnect(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  const channel = await internals(client).getChannel();
  channel.close();
}

function internals(client: EventStoreDBClient): Internals {
  return client as unknown as Internals;
}
