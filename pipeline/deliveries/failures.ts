/** Classifies errors of stages: whether a retry can help, and which reason the verification fails with. */
import type { FailureReason } from '#contracts/vocabulary.ts';

/** Codes of errors that the same input always causes. */
const PERMANENT_CODES = new Set<string>([
  'engine_error',
  'append_too_large',
  'append_invalid',
  'event_unreadable',
  'key_destroyed',
  'key_unknown',
  'wrong_master_key',
]);

/** Bugs in the code, as the language reports them. */
const PERMANENT_CLASSES = new Set<string>([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AssertionError',
]);

/**
 * True if not even a second attempt is made: the call has taken more processor time than it may, however busy the machine
 * was, and would take as much from others again.
 */
export function isFinal(error: unknown): boolean {
  return errorCode(error) === 'engine_timeout';
}

/** True if a retry is not expected to help. Unknown errors count as transient. */
export function isPermanent(error: unknown): boolean {
  const code = errorCode(error);
  return code === null ? PERMANENT_CLASSES.has(errorClass(error)) : PERMANENT_CODES.has(code);
}

/** The reason to record in VerificationFailed after giving up on `error`. */
export function failureReason(error: unknown): FailureReason {
  switch (errorCode(error)) {
    case 'engine_error':
      return 'engine_error';
    case 'engine_timeout':
    case 'engine_busy':
      return 'engine_timeout';
    case 'key_unknown':
      return 'key_lost';
    default:
      return 'internal_error';
  }
}

/** The error's name, safe for events and logs. Never its message, which may contain customer text. */
export function errorClass(error: unknown): string {
  return error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : 'Error';
}

export function errorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : null;
}
