/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed; the message is meant for people. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** For `catch`: an error of these classes fails the command with its message; any other is thrown as it is. */
export function failingFor(...expected: readonly (new (message: string) => Error)[]): (error: unknown) => never {
  return (error) => {
    throw expected.some((type) => error instanceof type) ? new CommandError((error as Error).message) : error;
  };
}
