/** A backup that can't be made, read or restored; the message says why, for people. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
