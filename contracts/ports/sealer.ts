/**
 * The sealer port: seals text or bytes under a data key, bound to their place, and opens them. Synchronous, as sealing
 * a field takes microseconds.
 */
export interface SealContext {
  verification_id: string;
  /** Id of the record within the verification: a claim's, a review's, or the verification's own. */
  record: string;
  /** Event and field, e.g. `ClaimExtracted.detail`. */
  field: string;
}

export interface Sealer {
  /** Sealing the same text twice gives different values. Lone surrogates become U+FFFD. */
  seal(key: Uint8Array, context: SealContext, text: string): string;
  /** Throws SealError `seal_broken` for a wrong key, another context or changed bytes. */
  open(key: Uint8Array, context: SealContext, sealed: string): string;
  /** Like `seal`, for blobs; avoids the third that text encoding adds. */
  sealBytes(key: Uint8Array, context: SealContext, bytes: Uint8Array): Uint8Array;
  /** Throws like `open`. */
  openBytes(key: Uint8Array, context: SealContext, sealed: Uint8Array): Uint8Array;
}

export class SealError extends Error {
  readonly code = 'seal_broken';
  constructor(context: SealContext) {
    super(`${context.field} of ${context.record} does not open with the key of ${context.verification_id}`);
    this.name = 'SealError';
  }
}
