/** Explains why no server was reached, as the client does not report why its attempts failed. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { certificateProblem } from '../tls/certificate-problem.ts';

export interface Endpoint {
  address: string;
  port: number;
}

/** The message of the client when no member of a cluster answered. */
export const FAILED_DISCOVERY = /^Failed to discover/;
/** Short compared with the time-out of the failed call. */
const HANDSHAKE_TIMEOUT_MS = 2_000;

/** Returns the certificate error of one of the endpoints if there is one, otherwise `error`. */
export async function explainDiscovery(
  error: unknown,
  endpoints: readonly Endpoint[],
  roots: Buffer,
): Promise<unknown> {
  if (!(error instanceof Error) || !FAILED_DISCOVERY.test(error.message)) return error;
  const failures = await Promise.all(endpoints.map((endpoint) => handshakeFailure(endpoint, roots)));
  return failures.find((failure) => certificateProblem(failure) !== null) ?? error;
}

/** A server that was addressed with `tls=false` answers TLS only. */
export class TlsExpectedError extends Error {
  constructor() {
    super('the server expects TLS');
    this.name = 'TlsExpectedError';
  }
}

/** Returns TlsExpectedError if one of the endpoints completes a TLS handshake, whatever its certificate; otherwise `error`. */
export async function explainWithoutTls(error: unknown, endpoints: readonly Endpoint[]): Promise<unknown> {
  const secured = await Promise.all(endpoints.map(speaksTls));
  return secured.includes(true) ? new TlsExpectedError() : error;
}

function speaksTls({ address: host, port }: Endpoint): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const servername = isIP(host) === 0 ? host : '';
  // Nothing is sent over this connection, so it does not matter who the server is.
  const socket = connect({ host, port, servername, rejectUnauthorized: false, ALPNProtocols: ['h2'] }, () =>
    resolve(true),
  );
  socket.setTimeout(HANDSHAKE_TIMEOUT_MS, () => resolve(false));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Null when the handshake succeeds or the time limit passes. */
function handshakeFailure({ address: host, port }: Endpoint, ca: Buffer): Promise<Error | null> {
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  const servername = isIP(host) === 0 ? host : '';
  const socket = connect({ host, port, servername, ca, ALPNProtocols: ['h2'] }, () => resolve(null));
  socket.setTimeout(HANDSHAKE_TIMEOUT_MS, () => resolve(null));
  socket.on('error', resolve);
  return promise.finally(() => socket.destroy());
}
