/**
 * The sealer port: turns text into an opaque string under a data key, bound to the place it belongs to, and back.
 * Synchronous: sealing a field takes microseconds.
 */
export interface SealContext {
  verification_id: string;
  /** Id of the record inside the verification: a claim's, a review's, or the verification's own. */
  record: string;
  /** Event and field, e.g. `ClaimExtracted.detail`. */
  field: string;
}

export interface Sealer {
  seal(key: Uint8Array, context: SealContext, text: string): string;
  /** Throws SealError `seal_broken` for another key, another context or changed bytes. */
  open(key: Uint8Array, context: SealContext, sealed: string): string;
}

export class SealError extends Error {
  readonly code = 'seal_broken';
  constructor(context: SealContext) {
    super(`${context.field} of ${context.record} does not open with the key of ${context.verification_id}`);
    this.name = 'SealError';
  }
}
