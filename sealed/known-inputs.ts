/** What a caller knows the judges' answers to already, as digests of what they were given about each claim (`judgeInput`). */
import { z } from 'zod';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { type Owner, readBeside, storeBeside } from './beside-events.ts';

const Digests = z.array(z.string());

/** Seals and stores the digests. A repeated call replaces them. `dueAt`: when the key is due, RFC 3339. */
export function storeKnownInputs(
  stores: { blobs: Pick<BlobStore, 'put'> },
  owner: Owner,
  digests: readonly string[],
  dueAt: string,
): Promise<void> {
  return storeBeside(stores, owner, SEALED.known_inputs, [...digests], dueAt);
}

/** The digests as they were given; none if none were, or they were deleted. Throws SealError. */
export async function readKnownInputs(
  stores: { blobs: Pick<BlobStore, 'get'> },
  owner: Owner,
): Promise<ReadonlySet<string>> {
  return new Set(await readBeside(stores, owner, SEALED.known_inputs, Digests));
}
