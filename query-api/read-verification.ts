/** A verification read from wherever it is known. */
import type { QueryDependencies } from './dependencies.ts';
import { findVerification } from './find-verification.ts';
import { openForReading, type ReadableVerification } from './readable-verification.ts';

type Dependencies = Pick<QueryDependencies, 'eventStore' | 'readStore' | 'vault' | 'sealer' | 'clock'>;

/** A completed verification of the organization, with its result. Throws what openForReading throws. */
export async function readVerification(
  dependencies: Dependencies,
  organizationId: string,
  id: string,
): Promise<ReadableVerification> {
  return openForReading(dependencies, organizationId, id, await findVerification(dependencies, id));
}
