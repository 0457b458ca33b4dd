/** An undici dispatcher that checks the address of every connection. */
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { createGuardedConnect, type GuardedConnectOptions } from './guarded-connect.ts';

export interface GuardedDispatcherOptions extends Pick<GuardedConnectOptions, 'allowed' | 'resolve'> {
  /** Opens the checked connection. Default: undici's connector. */
  connect?: buildConnector.connector | undefined;
  /** Time limit for the response headers, and between two chunks of the body. */
  timeoutMs: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;

export function createGuardedDispatcher({
  connect = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS }),
  timeoutMs,
  ...checks
}: GuardedDispatcherOptions): Dispatcher {
  return new Agent({
    connect: createGuardedConnect({ ...checks, connect }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
}
