/** The failure that all ports of stores share: what they are on takes no more writes. */

/** `full`: no room on the volume or the server. `quota`: no room left to this account. */
export type UnwritableReason = 'full' | 'quota' | 'read_only' | 'write_error';

/**
 * Nothing can be written at the moment; what is stored can still be read. A write that failed so may be repeated once
 * there is room again. Identified by `code`.
 */
export class StorageUnwritableError extends Error {
  readonly code = 'storage_unwritable';
  readonly reason: UnwritableReason;
  constructor(reason: UnwritableReason, options?: ErrorOptions) {
    super(`the storage takes no more writes (${reason})`, options);
    this.name = 'StorageUnwritableError';
    this.reason = reason;
  }
}

/** True for the error itself and for an error of a port that it caused. */
export function isStorageUnwritable(error: unknown): boolean {
  return (error as { code?: unknown } | null | undefined)?.code === 'storage_unwritable';
}
