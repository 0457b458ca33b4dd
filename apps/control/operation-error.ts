/** An invalid request; the message is meant for the operator. */
export class OperationError extends Error {
  readonly code = 'operation_refused';
  constructor(message: string) {
    super(message);
    this.name = 'OperationError';
  }
}
