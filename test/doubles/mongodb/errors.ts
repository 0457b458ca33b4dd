/** How the server says no. */
import type { Doc } from './values.ts';

export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;
  /** Further fields of the answer, as `keyPattern` for duplicates. */
  readonly details: Doc;
  constructor(code: number, codeName: string, message: string, details: Doc = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.details = details;
  }
}

/** For what a server may well know: so that nothing asked for is silently left out. */
export function unsupported(what: string): CommandError {
  return new CommandError(2, 'BadValue', `the double does not know ${what}`);
}

export function badValue(message: string): CommandError {
  return new CommandError(2, 'BadValue', message);
}

export function failedToParse(message: string): CommandError {
  return new CommandError(9, 'FailedToParse', message);
}
