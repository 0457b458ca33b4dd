/** Allow-lists of addresses, and grouping addresses by client. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns whether `ip` is one of the addresses or in one of the ranges. An empty list allows every address, and only an
 * empty one allows an unknown address (null).
 */
export function isAllowedIp(ip: string | null, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (ip === null) return false;
  const address = parseAddress(ip);
  return address !== null && allowed.some((entry) => matches(address, entry));
}

/** Whether the address is one of this machine's own: of 127.0.0.0/8, or ::1. */
export function isLoopback(ip: string): boolean {
  return parseAddress(ip)?.range() === 'loopback';
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an address. An IPv4 address mapped into IPv6 (as dual-stack sockets report it) becomes the IPv4 address. Node
 * decides what is an address, because ipaddr.js also accepts `0x7f.1`.
 */
function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** Bits of an IPv6 address that name its network; the rest are up to each of its computers. */
const NETWORK_BITS = 64;

/**
 * The part of an address that all addresses of one client share: the address itself, or the network of an IPv6 address.
 */
export function networkOf(ip: string): string {
  const address = parseAddress(ip);
  if (!(address instanceof ipaddr.IPv6)) return String(address ?? ip);
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${NETWORK_BITS}`).toString();
}

/** Bits of networks that one person may hold many addresses of, the narrowest first. */
const WIDER_BITS = { ipv4: [24, 16], ipv6: [56, 48] } as const;

/**
 * What all addresses of one client share, as `networkOf`, and two wider networks around it: three names, the narrowest
 * first. Providers give a customer 256 addresses at once, of IPv6 networks up to 65,536.
 */
export function networksOf(ip: string): [string, string, string] {
  const narrow = networkOf(ip);
  const address = parseAddress(ip);
  if (address === null) return [narrow, narrow, narrow];
  const within = (bits: number) =>
    `${(address instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4).networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  const [middle, wide] = WIDER_BITS[address.kind()];
  return [narrow, within(middle), within(wide)];
}

function matches(address: Address, entry: string): boolean {
  const range = parseRange(entry);
  return range !== null && range[0].kind() === address.kind() && address.match(range as [never, number]);
}

function parseRange(entry: string): [Address, number] | null {
  if (ipaddr.isValidCIDR(entry)) {
    const [network, bits] = ipaddr.parseCIDR(entry);
    if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96) {
      return [network.toIPv4Address(), bits - 96];
    }
    return [network, bits];
  }
  const address = parseAddress(entry);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}
