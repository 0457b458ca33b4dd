/**
 * A connector for undici that can't be talked into reaching a private address. undici does not call `lookup` for IP
 * literals, and a name may resolve to another address between check and use; so literals are checked here, every resolved
 * address is checked, the connection goes to exactly the checked address, and the socket is asked whom it reached.
 */
import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { type AllowedHosts, OutboundError, portOf, requireAllowedOrigin } from './outbound-url.ts';
import { isPublicAddress, isSameAddress } from './public-addresses.ts';

/** All addresses of a host name; rejects or answers an empty list if there is none. */
export type Resolve = (hostname: string) => Promise<string[]>;

export interface GuardedConnectOptions {
  allowed: AllowedHosts;
  resolve: Resolve;
  /** Opens the connection to the address that was checked. */
  connect: buildConnector.connector;
}

/** A host with more addresses is tried no further. */
const MAX_ATTEMPTS = 4;

/** The connector; its errors are OutboundError or those of the connection itself. */
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
 * The addresses that a connection to `hostname` may use. Throws OutboundError `blocked_address` if only one of them is
 * private: a name with both is an attack or a mistake.
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
  // TLS still verifies the certificate against the name; plain http takes no server name.
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
