/** Why no member of a cluster was found: the client keeps the reasons of its attempts to itself. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { certificateProblem } from '../tls/certificate-problem.ts';

export interface Endpoint {
  address: string;
  port: number;
}

const FAILED = /^Failed to discover/;
/** Beside the time-out of what failed, this is short. */
const HANDSHAKE_TIMEOUT_MS = 2_000;

/** What is wrong with the certificate of one of the endpoints, where that is why; else the error as it is. */
export async function explainDiscovery(
  error: unknown,
  endpoints: readonly Endpoint[],
  roots: Buffer,
): Promise<unknown> {
  if (!(error instanceof Error) || !FAILED.test(error.message)) return error;
  const failures = await Promise.all(endpoints.map((endpoint) => handshakeFailure(endpoint, roots)));
  return failures.find((failure) => certificateProblem(failure) !== null) ?? error;
}

/** Null where there is none, or none within the time given. */
function handshakeFailure({ address: host, port }: Endpoint, ca: Buffer): Promise<Error | null> {
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  const servername = isIP(host) === 0 ? host : '';
  const socket = connect({ host, port, servername, ca, ALPNProtocols: ['h2'] }, () => resolve(null));
  socket.setTimeout(HANDSHAKE_TIMEOUT_MS, () => resolve(null));
  socket.on('error', resolve);
  return promise.finally(() => socket.destroy());
}
