/**
 * Id under which a run reserves its cost, and its concurrency slot where the call is about one verification: the
 * verification's own for the first run. A settlement counts once per id, so the run after a failure needs another one
 * to be paid for.
 */
export function reservationId(verificationId: string, run: number): string {
  return run === 1 ? verificationId : `${verificationId}.${run}`;
}

/** The verification and run that a reservation was made for, or null for an id of another making. */
export function runOfReservation(id: string): { verification_id: string; run: number } | null {
  const match = /^(ver_[0-9a-f]{32})(?:\.([1-9]\d{0,8}))?$/.exec(id);
  return match && { verification_id: match[1]!, run: Number(match[2] ?? 1) };
}
