/** undici behind the outbound guard: whatever is requested with this dispatcher has its address checked. */
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { createGuardedConnect, type GuardedConnectOptions } from './guarded-connect.ts';

export interface GuardedDispatcherOptions extends Pick<GuardedConnectOptions, 'allowed' | 'resolve'> {
  /** Opens the checked connection; undici's connector unless told otherwise. */
  connect?: buildConnector.connector | undefined;
  /** Longest wait for the head of an answer, and between two pieces of its body. */
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
