/** What can go wrong between this machine and a model hub, in words for whoever typed the command. */

export type HubProblem =
  /** The hub wants a token, or doesn't take the one that it was given. */
  | 'unauthorised'
  /** The account of the token has not accepted the model's conditions. */
  | 'gated'
  | 'unknown_model'
  | 'unknown_revision'
  | 'unknown_file'
  | 'rate_limited'
  | 'unreachable'
  /** The connection broke again and again; what was received stays for the next try. */
  | 'interrupted'
  /** The hub answered with something that is none of its documented answers. */
  | 'bad_answer'
  /** A file's size or hash is not the one that the hub lists. */
  | 'wrong_content';

/** The message is one sentence for people. It never holds a token, nor the address of a signed download. */
export class HubError extends Error {
  readonly code: HubProblem;
  constructor(code: HubProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HubError';
    this.code = code;
  }
}

/** The code of an error of the network or of undici. */
export function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return String(code ?? cause?.code ?? 'no code');
}
