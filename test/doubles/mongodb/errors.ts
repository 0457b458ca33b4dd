/** An error that becomes a failure reply. */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;
  /** Further fields of the reply, such as `keyPattern` for duplicates. */
  readonly details: Record<string, unknown>;
  constructor(code: number, codeName: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.details = details;
  }
}

/** Refuses something that a server may support but the double doesn't, so that it is never silently ignored. */
export function unsupported(what: string): CommandError {
  return new CommandError(2, 'BadValue', `the double does not know ${what}`);
}

/** An invalid argument. */
export function badValue(message: string): CommandError {
  return new CommandError(2, 'BadValue', message);
}

/** A malformed command. */
export function failedToParse(message: string): CommandError {
  return new CommandError(9, 'FailedToParse', message);
}
