/** What an error of a stage means: will it come again, and what is the verification told. */
import type { FailureReason } from '#contracts/vocabulary.ts';

/** Codes of errors that the same input always leads to. */
const PERMANENT_CODES = new Set<string>([
  'engine_error',
  // A text that is too slow once is too slow the next time, unless the machine was busy: that is what one more try is
  // for.
  'engine_timeout',
  'append_too_large',
  'append_invalid',
  'event_unreadable',
  'key_destroyed',
  'key_unknown',
  'wrong_master_key',
]);

/** Mistakes in the code, as the language reports them. */
const PERMANENT_CLASSES = new Set<string>([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AssertionError',
]);

/** True for an error that another try is not expected to change. Unknown errors count as passing ones. */
export function isPermanent(error: unknown): boolean {
  const code = errorCode(error);
  return code === null ? PERMANENT_CLASSES.has(errorClass(error)) : PERMANENT_CODES.has(code);
}

/** Reason of the VerificationFailed that follows from giving up on `error`. */
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

/** The error's name, fit for events and logs: never its message, which may hold text. */
export function errorClass(error: unknown): string {
  return error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : 'Error';
}

export function errorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? code : null;
}
