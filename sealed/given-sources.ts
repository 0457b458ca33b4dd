/** The sources that a caller gives with a text. */
import { codePoints } from '#contracts/code-points.ts';
import { type GivenSource, GivenSources } from '#contracts/given-sources.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { SourcesGiven } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { type Owner, readBeside, storeBeside } from './beside-events.ts';

/** What the request says about its sources: nothing of their text. */
export function describeGivenSources(sources: readonly GivenSource[]): SourcesGiven {
  return sources.map(({ text }) => ({ characters: codePoints(text) }));
}

/** Seals and stores the sources. A repeated call replaces them. `dueAt`: when the key is due, RFC 3339. */
export function storeGivenSources(
  stores: { blobs: Pick<BlobStore, 'put'> },
  owner: Owner,
  sources: readonly GivenSource[],
  dueAt: string,
): Promise<void> {
  const given = sources.map(({ title, text }) => ({ title, text }));
  return storeBeside(stores, owner, SEALED.sources, given, dueAt);
}

/** The sources as they were given; null if they were deleted. Throws SealError. */
export function readGivenSources(
  stores: { blobs: Pick<BlobStore, 'get'> },
  owner: Owner,
): Promise<readonly GivenSource[] | null> {
  return readBeside(stores, owner, SEALED.sources, GivenSources);
}
