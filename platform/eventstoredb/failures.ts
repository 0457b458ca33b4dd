/**
 * Classifies the client's errors. They come as its own classes, as plain errors with a gRPC code, and without any code
 * (a server that is still starting), so only permanent failures are recognized; all others count as transient.
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
import { FAILED_DISCOVERY, TlsExpectedError } from './discovery.ts';

/** gRPC status codes of permanent failures. */
const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;
const UNAVAILABLE = 14;
/** ABORTED: the server dropped a slow subscriber. */
const ABORTED = 10;

/** A stream of this service holds an event that the service did not write. */
export class ForeignEventError extends Error {
  constructor() {
    super('a stream holds an event that this service did not write');
    this.name = 'ForeignEventError';
  }
}

/** `unavailable` until a setting or a permission is changed. */
export class EventStoreProblemError extends EventStoreError {
  readonly problem: CertificateProblem | 'access_denied' | 'tls_expected';
  constructor(problem: EventStoreProblemError['problem'], message: string, cause: unknown) {
    super('unavailable', message, { cause });
    this.problem = problem;
  }
}

/** Operations that an account may lack the permission for. */
export type Access = 'reading $all' | 'reading a stream' | 'appending to a stream';

/** The error of a permanent failure; null for a transient one. `access` is the operation that failed. */
export function lastingFailure(error: unknown, access: Access): Error | null {
  if (error instanceof EventStoreError || error instanceof ForeignEventError) return error;
  if (error instanceof MaxAppendSizeExceededError) {
    return new EventStoreError('append_too_large', 'the server takes no append of this size', { cause: error });
  }
  if (error instanceof StreamDeletedError) {
    return new EventStoreError('append_invalid', 'the stream was deleted for good', { cause: error });
  }
  if (error instanceof TlsExpectedError) {
    const message = 'the event store speaks TLS, and its connection string says tls=false';
    return new EventStoreProblemError('tls_expected', message, error);
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

/** The port's error for a transient failure that outlasted the time limit. */
export function unavailable(error: unknown): EventStoreError {
  const code = codeOf(error);
  const detail = code === undefined ? '' : ` (gRPC code ${code})`;
  return new EventStoreError('unavailable', `the event store does not answer${detail}`, { cause: error });
}

/** No connection came about, or nobody answered on it. */
export function isUnreachable(error: unknown): boolean {
  return codeOf(error) === UNAVAILABLE || (error instanceof Error && FAILED_DISCOVERY.test(error.message));
}

/** The stream does not exist or was deleted. */
export function isMissingStream(error: unknown): boolean {
  return error instanceof StreamNotFoundError || error instanceof StreamDeletedError;
}

/** The server dropped a subscriber that was slower than the events came. This is normal. */
export function isSlowConsumer(error: unknown): boolean {
  return error instanceof TimeoutError || codeOf(error) === ABORTED;
}

function codeOf(error: unknown): number | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'number' ? code : undefined;
}
