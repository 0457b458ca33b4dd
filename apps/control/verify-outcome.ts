/** What comes of a text that an operation has verified. */

export interface VerifyOutcome {
  status: number;
  /** Seconds to wait before another attempt, if the service asks for that. */
  retry_after: number | null;
  body: unknown;
  /** The page, if it was requested and may be exported. */
  html: string | null;
}

/** The only key used here is the one the service was started with. */
export function ownerKeyRefused(keyFile: string | null): string {
  const place =
    keyFile === null ? 'set EVIDENCE_BOOTSTRAP_KEY to the new secret' : `write the new secret to ${keyFile}`;
  return `the owner key that the service was started with has been rotated or revoked; ${place} and start it again`;
}
