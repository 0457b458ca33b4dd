/** A move that can't be made, or whose proof failed; the message says why, for people. */
export class MoveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MoveError';
  }
}
