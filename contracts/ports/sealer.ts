/**
 * The sealer port: turns text or bytes into an opaque value under a data key, bound to the place it belongs to, and
 * back. Synchronous: sealing a field takes microseconds.
 */
export interface SealContext {
  verification_id: string;
  /** Id of the record inside the verification: a claim's, a review's, or the verification's own. */
  record: string;
  /** Event and field, e.g. `ClaimExtracted.detail`. */
  field: string;
}

export interface Sealer {
  /** Two seals of the same text differ. A lone surrogate comes back as U+FFFD. */
  seal(key: Uint8Array, context: SealContext, text: string): string;
  /** Throws SealError `seal_broken` for another key, another context or changed bytes. */
  open(key: Uint8Array, context: SealContext, sealed: string): string;
  /** For blobs: as `seal`, without the third that text encoding adds. */
  sealBytes(key: Uint8Array, context: SealContext, bytes: Uint8Array): Uint8Array;
  /** Throws as `open`. */
  openBytes(key: Uint8Array, context: SealContext, sealed: Uint8Array): Uint8Array;
}

export class SealError extends Error {
  readonly code = 'seal_broken';
  constructor(context: SealContext) {
    super(`${context.field} of ${context.record} does not open with the key of ${context.verification_id}`);
    this.name = 'SealError';
  }
}
