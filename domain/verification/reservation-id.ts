/**
 * The longest that a caller may wait for an answer, and so the longest that a text of a batch waits for its turn, in
 * milliseconds: an hour, the most that a process can be configured for. Every process relies on it, whatever its own
 * setting.
 */
export const LONGEST_WAIT_MS = 3_600_000;

/**
 * Id under which a run reserves its cost, and its concurrency slot where the call is about one verification: the
 * verification's own for the first run. A settlement counts once per id, so the run after a failure needs another one
 * to be paid for.
 */
export function reservationId(verificationId: string, run: number): string {
  return run === 1 ? verificationId : `${verificationId}.${run}`;
}

/** The verification and run of a reservation id, or null for an id that `reservationId` didn't make. */
export function runOfReservation(id: string): { verification_id: string; run: number } | null {
  const match = /^(ver_[0-9a-f]{32})(?:\.([1-9]\d{0,8}))?$/.exec(id);
  return match && { verification_id: match[1]!, run: Number(match[2] ?? 1) };
}
