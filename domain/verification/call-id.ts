/**
 * Id under which a run's concurrency slot and cost reservation are held: the verification's own for the first run. A
 * settlement counts once per id, so a run after a failure needs one of its own to be paid for.
 */
export function admissionCallId(verificationId: string, run: number): string {
  return run === 1 ? verificationId : `${verificationId}.${run}`;
}

/** The verification and run that a call id belongs to, or null for an id of another making. */
export function runOfCall(callId: string): { verification_id: string; run: number } | null {
  const match = /^(ver_[0-9a-f]{32})(?:\.([1-9]\d{0,8}))?$/.exec(callId);
  return match && { verification_id: match[1]!, run: Number(match[2] ?? 1) };
}
