/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed; the message is meant for people. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
