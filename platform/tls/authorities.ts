/** The certificate authorities that a connection to a server trusts. */
import { getCACertificates } from 'node:tls';

/** Node's authorities (including NODE_EXTRA_CA_CERTS) and the operator's own; PEM. */
export function trustedAuthorities(own: string): string[] {
  return [...getCACertificates('default'), own];
}
