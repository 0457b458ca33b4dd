/** A move that can't be made, or whose proof failed; the message says why, for people. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}
