/**
 * TLS to an IP address, for @grpc/grpc-js: it names the address as the TLS server name, which is for host names alone and
 * which Node refuses. Without a server name, Node checks the certificate against the address that was connected to, so
 * that it must name the address. Members of a cluster announce themselves by address unless told otherwise.
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
