/** An invalid request; the message is meant for the operator. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly code = 'operation_refused';
}
