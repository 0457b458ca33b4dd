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

/** The error for what another attempt would not mend, or null for what may pass. */
export function lastingFailure(error: unknown): Error | null {
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
  if (error instanceof AccessDeniedError || code === PERMISSION_DENIED || code === UNAUTHENTICATED) {
    return new EventStoreError('unavailable', 'the event store denies access', { cause: error });
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
