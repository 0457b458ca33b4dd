/** Explains why no cluster member was found, as the client does not report why its attempts failed. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { certificateProblem } from '../tls/certificate-problem.ts';

export interface Endpoint {
  address: string;
  port: number;
}

const FAILED = /^Failed to discover/;
/** Short compared with the time-out of the failed call. */
const HANDSHAKE_TIMEOUT_MS = 2_000;

/** Returns the certificate error of one of the endpoints if there is one, otherwise `error`. */
export async function explainDiscovery(
  error: unknown,
  endpoints: readonly Endpoint[],
  roots: Buffer,
): Promise<unknown> {
  if (!(error instanceof Error) || !FAILED.test(error.message)) return error;
  const failures = await Promise.all(endpoints.map((endpoint) => handshakeFailure(endpoint, roots)));
  return failures.find((failure) => certificateProblem(failure) !== null) ?? error;
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
