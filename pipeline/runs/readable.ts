/** Reads verifications that may hold events of a later version. */
import { UnreadableEventError } from '#domain/events/registry.ts';
import type { LoadedVerification, VerificationStreams } from '#streams/verification-streams.ts';

/** Returns null if the stream holds an event that this version can't read. */
export async function loadReadable(
  verifications: Pick<VerificationStreams, 'load'>,
  id: string,
): Promise<LoadedVerification | null> {
  try {
    return await verifications.load(id);
  } catch (error) {
    if (error instanceof UnreadableEventError) return null;
    throw error;
  }
}
