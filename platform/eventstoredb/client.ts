/** Configures the EventStoreDB client. */
import './ip-addresses.ts';
import { readFileSync } from 'node:fs';
import { EventStoreDBClient } from '@eventstore/db-client';
import {
  type ConnectionOptions,
  parseConnectionString,
} from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { trustedAuthorities } from '../tls/authorities.ts';
import { explainDiscovery, explainWithoutTls } from './discovery.ts';
import { isUnreachable } from './failures.ts';

/** Members that the adapter uses and the client's types declare protected. */
interface Internals {
  supports: (method: unknown, feature?: string) => Promise<boolean>;
  getChannel: () => Promise<{ close(): void }>;
}

export interface Connection {
  client: EventStoreDBClient;
  /**
   * Returns the error of a call, or the reason behind it if there is one: the certificate error of a failed cluster
   * discovery, or a server that expects TLS and was addressed without.
   */
  explained(error: unknown): Promise<unknown>;
}

/** An unusable connection string. The message never repeats it, as it may contain a password. */
export class EventStoreUrlError extends Error {
  readonly code = 'event_store_url';
  constructor(problem: string) {
    super(`the connection string of the event store ${problem}`);
    this.name = 'EventStoreUrlError';
  }
}

/** The client's options. For any other, the client would print the whole connection string, including the password. */
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
 * Creates a client that sends every append as a separate call.
 *
 * By default the client sends all appends through one stream, and keeps pending ones in one table for all clients of
 * the process. An error of one stream then rejects all appends, a late response ends the process with a TypeError,
 * writes queued on a failing stream become unhandled rejections, and no deadline holds. A separate call fails alone and
 * keeps its deadline. The client falls back to it when the server does not support batch appends.
 *
 * `authority` (PEM) is trusted in addition to Node's authorities; a `tlsCAFile` in the connection string replaces both.
 * Throws EventStoreUrlError for a connection string that is malformed, that asks for a node other than the leader, or
 * that returns conflicts as results, which the client fills with a wrong revision.
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
  const explained = async (error: unknown) => {
    if ('rootCertificate' in secured) return explainDiscovery(error, hosts, secured.rootCertificate);
    return isUnreachable(error) ? explainWithoutTls(error, hosts) : error;
  };
  return { client, explained };
}

function parse(url: string): ConnectionOptions {
  // The database was renamed, its protocol was not.
  const named = url.trim().replace(/^kurrent(db)?(?=[:+])/, 'esdb');
  refuseOptions(named);
  try {
    return parseConnectionString(named);
  } catch {
    throw new EventStoreUrlError('is malformed');
  }
}

/** Refuses options that the client would warn about by printing the whole connection string. */
function refuseOptions(url: string): void {
  // A password may contain a question mark.
  const withoutPassword = url.replace(/^[^:]+:\/\/[^:]+:[^@]+@/, '');
  for (const [name, value] of new URLSearchParams(/\?(.*)/s.exec(withoutPassword)?.[1] ?? '')) {
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

/** Option names are compared without case, `_` and `-`. */
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

/** Cancels calls in progress and closes the connection, which `dispose` alone leaves open. */
export async function disconnect(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  const channel = await internals(client).getChannel();
  channel.close();
}

function internals(client: EventStoreDBClient): Internals {
  return client as unknown as Internals;
}
