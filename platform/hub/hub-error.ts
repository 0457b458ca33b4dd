/** Errors between this machine and a model hub, described for the person who typed the command. */

export type HubProblem =
  /** The hub requires a token, or rejects the one that it was sent. */
  | 'unauthorised'
  /** The token's account has not accepted the model's conditions. */
  | 'gated'
  | 'unknown_model'
  | 'unknown_revision'
  | 'unknown_file'
  | 'rate_limited'
  | 'unreachable'
  /** The connection broke repeatedly; what was received is kept for the next try. */
  | 'interrupted'
  /** The hub sent a response that its documentation does not describe. */
  | 'bad_response'
  /** A file's size or hash differs from the hub's listing. */
  | 'wrong_content';

/** The message is one sentence for people. It never contains a token or the address of a signed download. */
export class HubError extends Error {
  readonly code: HubProblem;
  constructor(code: HubProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HubError';
    this.code = code;
  }
}

/** The code of a network or undici error. */
export function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return String(code ?? cause?.code ?? 'no code');
}
