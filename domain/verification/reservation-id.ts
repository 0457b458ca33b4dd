/**
 * The longest that a caller may wait for a response, and so the longest that a text of a batch waits for its turn, in
 * milliseconds: an hour, the maximum of the setting. Processes rely on this maximum, whatever their own setting.
 */
export const LONGEST_WAIT_MS = 3_600_000;

/**
 * Id under which a run reserves its cost, and its concurrency slot if the call is about one verification. For the first
 * run it is the verification's own id. Only the first settlement of an id counts, so a run after a failure needs
 * another id to be charged.
 */
export function reservationId(verificationId: string, run: number): string {
  return run === 1 ? verificationId : `${verificationId}.${run}`;
}

/** The verification and run of a reservation id, or null for an id that `reservationId` didn't make. */
export function runOfReservation(id: string): { verification_id: string; run: number } | null {
  const match = /^(ver_[0-9a-f]{32})(?:\.([1-9]\d{0,8}))?$/.exec(id);
  return match && { verification_id: match[1]!, run: Number(match[2] ?? 1) };
}
