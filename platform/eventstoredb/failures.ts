/**
 * What the client's errors mean. They come as its own classes, as plain errors with a gRPC code, and without any code
 * (a server that is still starting), so only those that say something lasting are told apart: the rest passes.
 */
import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
} from '@eventstore/db-client';
import { EventStoreError } from '#contracts/ports/event-store.ts';
import { CERTIFICATE_PROBLEMS, type CertificateProblem, certificateProblem } from '../tls/certificate-problem.ts';

/** gRPC status codes that another attempt does not change. */
const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;
/** ABORTED: how the server says that a subscriber was too slow. */
const ABORTED = 10;

/** A stream of this service holds what the service cannot have written. */
export class ForeignEventError extends Error {
  constructor() {
    super('a stream holds an event that this service did not write');
    this.name = 'ForeignEventError';
  }
}

/** `unavailable` for a reason that only a setting or a right can mend. */
export class EventStoreProblemError extends EventStoreError {
  readonly problem: CertificateProblem | 'access_denied';
  constructor(problem: EventStoreProblemError['problem'], message: string, cause: unknown) {
    super('unavailable', message, { cause });
    this.problem = problem;
  }
}

/** What an account may need a right of its own to. */
export type Access = 'reading $all' | 'reading a stream' | 'appending to a stream';

/** The error for what another attempt would not mend, or null for what may pass. `access`: what was asked for. */
export function lastingFailure(error: unknown, access: Access): Error | null {
  if (error instanceof EventStoreError || error instanceof ForeignEventError) return error;
  if (error instanceof MaxAppendSizeExceededError) {
    return new EventStoreError('append_too_large', 'the server takes no append of this size', { cause: error });
  }
  if (error instanceof StreamDeletedError) {
    return new EventStoreError('append_invalid', 'the stream was deleted for good', { cause: error });
  }
  const code = codeOf(error);
  if (error instanceof InvalidArgumentError || code === INVALID_ARGUMENT) {
    return new EventStoreError('append_invalid', 'the server refused the request as malformed', { cause: error });
  }
  if (code === UNAUTHENTICATED) {
    const message = 'the event store does not know this user name with this password';
    return new EventStoreProblemError('access_denied', message, error);
  }
  if (error instanceof AccessDeniedError || code === PERMISSION_DENIED) {
    const message = `the event store denies this account ${access}`;
    return new EventStoreProblemError('access_denied', message, error);
  }
  const problem = certificateProblem(error);
  if (problem !== null) {
    const message = `the certificate of the event store ${CERTIFICATE_PROBLEMS[problem]}`;
    return new EventStoreProblemError(problem, message, error);
  }
  return null;
}

/** The port's error for what did not pass within the time given. */
export function unavailable(error: unknown): EventStoreError {
  const code = codeOf(error);
  const detail = code === undefined ? '' : ` (gRPC code ${code})`;
  return new EventStoreError('unavailable', `the event store does not answer${detail}`, { cause: error });
}

/** There is no such stream, or no longer. */
export function isMissingStream(error: unknown): boolean {
  return error instanceof StreamNotFoundError || error instanceof StreamDeletedError;
}

/** The server let go of a subscriber that took events more slowly than they came: business as usual. */
export function isSlowConsumer(error: unknown): boolean {
  return error instanceof TimeoutError || codeOf(error) === ABORTED;
}

function codeOf(error: unknown): number | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'number' ? code : undefined;
}
