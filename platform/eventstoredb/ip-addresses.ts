/**
 * Makes @grpc/grpc-js support TLS to an IP address. It passes the address as the TLS server name, which must be a host
 * name, and Node refuses that. Without a server name, Node checks the certificate against the address it connects to,
 * so the certificate must name that address. Cluster members announce themselves by address by default.
 */
import { isIP } from 'node:net';
import { credentials } from '@grpc/grpc-js';

interface Connector {
  connectionOptions: { servername?: string };
}

interface SecureCredentials {
  _createSecureConnector(...given: unknown[]): Connector;
}

const prototype = Object.getPrototypeOf(credentials.createSsl()) as SecureCredentials;
const original = prototype._createSecureConnector;

prototype._createSecureConnector = function (this: SecureCredentials, ...given) {
  const connector = original.apply(this, given);
  const options = connector.connectionOptions;
  if (isIP(withoutBrackets(options.servername ?? '')) !== 0) options.servername = '';
  return connector;
};

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
