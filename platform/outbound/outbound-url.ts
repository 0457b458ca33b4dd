/** Checks which URLs the service may request, by their text alone. */

import { isIPv6 } from 'node:net';
import { hasControlCharacter } from '#contracts/http/url.ts';

/** Why an outbound request was refused or failed; never contains the URL, nor its credentials. */
export type OutboundFailure =
  | 'invalid_url'
  | 'blocked_scheme'
  | 'blocked_port'
  | 'blocked_address'
  | 'credentials_in_url'
  | 'too_many_redirects'
  | 'timeout'
  | 'aborted'
  | 'too_large'
  | 'unsupported_media_type'
  | 'http_status'
  | 'dns_failure'
  | 'disallowed_by_robots'
  | 'network_error';

export class OutboundError extends Error {
  readonly reason: OutboundFailure;

  constructor(reason: OutboundFailure) {
    super(`outbound request: ${reason}`);
    this.name = 'OutboundError';
    this.reason = reason;
  }
}

const LONGEST_URL = 2_083;

/** Hosts and ports that the operator allows although they are private or use plain http (development). */
export class AllowedHosts {
  readonly #entries: Set<string>;

  /** `entries` are "host:port", IPv6 in brackets. Throws TypeError on a malformed one. */
  constructor(entries: readonly string[]) {
    this.#entries = new Set(entries.map(parseEntry));
  }

  /** `hostname` as in WHATWG URLs, IPv6 with or without brackets. */
  has(hostname: string, port: number): boolean {
    return this.#entries.has(`${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`);
  }
}

function parseEntry(entry: string): string {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(entry.trim()) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}/`)) throw new TypeError(`not a host:port: "${entry}"`);
  return `${new URL(`http://${host}/`).hostname}:${Number(port)}`;
}

/** The port of a request to `url`. */
export function portOf(url: { protocol: string; port: string | number }): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Parses a URL. Throws OutboundError unless it is https on 443 without credentials, or an allowed host. */
export function parseOutboundUrl(text: string, allowed: AllowedHosts): URL {
  if (text.length > LONGEST_URL || hasControlCharacter(text) || !URL.canParse(text))
    throw new OutboundError('invalid_url');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError('blocked_scheme');
  if (url.username !== '' || url.password !== '') throw new OutboundError('credentials_in_url');
  url.hash = '';
  requireAllowedOrigin(url, allowed);
  return url;
}

/** The part of the check that also applies to a bare connection. Throws OutboundError. */
export function requireAllowedOrigin(
  origin: { protocol: string; hostname: string; port: string | number },
  allowed: AllowedHosts,
): void {
  const port = portOf(origin);
  if (allowed.has(origin.hostname, port)) return;
  if (origin.protocol !== 'https:') throw new OutboundError('blocked_scheme');
  if (port !== 443) throw new OutboundError('blocked_port');
  // Always the local machine (RFC 6761), whatever a resolver returns.
  if (/(?:^|\.)localhost\.?$/i.test(origin.hostname)) throw new OutboundError('blocked_address');
}
