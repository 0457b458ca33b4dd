/** Reads the request that a verification begins with, without folding its stream of up to thousands of events. */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';

/** null if there is no verification with this id. */
export async function verificationRequest(
  events: Pick<EventStore, 'readStream'>,
  id: string,
): Promise<VerificationRequestedData | null> {
  const [first] = await events.readStream(VERIFICATION.stream(id), { from: 0, limit: 1 });
  const event = first === undefined ? null : VERIFICATION.decode(first);
  return event?.type === 'VerificationRequested' ? event.data : null;
}
