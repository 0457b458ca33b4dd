/**
 * A connector for undici that never reaches a private address. undici does not call `lookup` for IP literals, and a
 * name may resolve to another address between check and use. So literals are checked here, every resolved address is
 * checked, the connection goes to exactly the checked address, and the socket's remote address is verified.
 */
import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { type AllowedHosts, OutboundError, portOf, requireAllowedOrigin } from './outbound-url.ts';
import { isPublicAddress, isSameAddress } from './public-addresses.ts';

/** Returns all addresses of a host name. Rejects or returns an empty list if there are none. */
export type Resolve = (hostname: string) => Promise<string[]>;

export interface GuardedConnectOptions {
  allowed: AllowedHosts;
  resolve: Resolve;
  /** Opens the connection to the checked address. */
  connect: buildConnector.connector;
}

/** Most addresses of a host that are tried. */
const MAX_ATTEMPTS = 4;

/** Creates the connector. Its errors are OutboundError or errors of the connection. */
export function createGuardedConnect(options: GuardedConnectOptions): buildConnector.connector {
  return (target, callback) => {
    establish(options, target).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function establish(options: GuardedConnectOptions, target: buildConnector.Options): Promise<Socket> {
  requireAllowedOrigin(target, options.allowed);
  const addresses = await checkedAddresses(options, target.hostname, portOf(target));
  let failure: unknown;
  for (const address of addresses.slice(0, MAX_ATTEMPTS)) {
    try {
      return await connectPinned(options, target, address);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/**
 * Returns the addresses that a connection to `hostname` may use. Throws OutboundError `blocked_address` if any of them
 * is private: a name with both kinds is an attack or a mistake.
 */
export async function checkedAddresses(
  { allowed, resolve }: Pick<GuardedConnectOptions, 'allowed' | 'resolve'>,
  hostname: string,
  port: number,
): Promise<string[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(bare) ? [bare] : await resolveOrFail(resolve, bare);
  if (addresses.length === 0) throw new OutboundError('dns_failure');
  if (!allowed.has(hostname, port) && !addresses.every(isPublicAddress)) throw new OutboundError('blocked_address');
  return addresses;
}

async function resolveOrFail(resolve: Resolve, hostname: string): Promise<string[]> {
  try {
    return await resolve(hostname);
  } catch {
    throw new OutboundError('dns_failure');
  }
}

function connectPinned(
  { connect }: GuardedConnectOptions,
  target: buildConnector.Options,
  address: string,
): Promise<Socket> {
  // TLS still verifies the certificate against the name; plain http has no server name.
  const isTls = target.protocol === 'https:';
  const servername = isTls && !isIP(target.hostname) ? target.hostname : undefined;
  return new Promise((resolve, reject) => {
    connect({ ...target, hostname: address, host: address, servername }, (error, socket) => {
      if (error !== null) return reject(error);
      if (socket.remoteAddress !== undefined && isSameAddress(socket.remoteAddress, address)) return resolve(socket);
      socket.destroy();
      reject(new OutboundError('blocked_address'));
    });
  });
}
