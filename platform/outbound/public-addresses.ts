/** Tells public internet addresses from all others. An address that is not known to be public is refused. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA IPv4 Special-Purpose Address Registry, including multicast and the reserved class E. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** Global unicast. Excludes loopback, link-local, unique-local, multicast, IPv4-mapped and NAT64 addresses. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Protocol assignments (Teredo and others), documentation, and 6to4, which may embed any IPv4 address. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/**
 * True for a canonical IPv4 or IPv6 literal of the public internet. Short and numeric forms ("0x7f.1", "2130706433"),
 * addresses with a zone, and anything else are not public.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4: {
      const parsed = ipaddr.IPv4.parse(address);
      return !SPECIAL_IPV4.some((range) => parsed.match(range));
    }
    case 6: {
      const parsed = ipaddr.IPv6.parse(address);
      return parsed.match(GLOBAL_IPV6) && !SPECIAL_IPV6.some((range) => parsed.match(range));
    }
    default:
      return false;
  }
}

/** Whether both literals name the same address ("::ffff:1.2.3.4" and "1.2.3.4" do). */
export function isSameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false;
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}
