/** Which authorities' certificates a connection to a server trusts. */
import { getCACertificates } from 'node:tls';

/** Those that Node trusts (NODE_EXTRA_CA_CERTS among them) and the operator's own; PEM. */
export function trustedAuthorities(own: string): string[] {
  return [...getCACertificates('default'), own];
}
