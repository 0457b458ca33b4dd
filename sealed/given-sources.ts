/**
 * The sources that a caller gives with a text. They are one blob beside the events, sealed with the verification's key and
 * deleted with its other blobs when it is erased: an event could not hold them.
 */
import { codePoints } from '#contracts/code-points.ts';
import { type GivenSource, GivenSources } from '#contracts/given-sources.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { SourcesGiven } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import type { VerificationTexts } from './verification-texts.ts';

/** A verification with its texts. */
interface Owner {
  id: string;
  texts: Pick<VerificationTexts, 'seal' | 'open'>;
}

/** Blobs are kept a little longer than the key that opens them, so that they are deleted by the erasure. */
const MARGIN_MS = 86_400_000;

/** What the request says about its sources: nothing of their text. */
export function describeGivenSources(sources: readonly GivenSource[]): SourcesGiven {
  return sources.map(({ text }) => ({ characters: codePoints(text) }));
}

/** Seals and stores the sources. A repeated call replaces them. `dueAt`: when the key is due, RFC 3339. */
export async function storeGivenSources(
  { blobs }: { blobs: Pick<BlobStore, 'put'> },
  { id, texts }: Owner,
  sources: readonly GivenSource[],
  dueAt: string,
): Promise<void> {
  const sealed = texts.seal(
    id,
    SEALED.sources,
    sources.map(({ title, text }) => ({ title, text })),
  );
  const expires_at = new Date(Date.parse(dueAt) + MARGIN_MS).toISOString();
  await blobs.put(blobKey(id), Buffer.from(sealed), { expires_at });
}

/** The sources as they were given; null if they were deleted. Throws SealError. */
export async function readGivenSources(
  { blobs }: { blobs: Pick<BlobStore, 'get'> },
  { id, texts }: Owner,
): Promise<readonly GivenSource[] | null> {
  const sealed = await blobs.get(blobKey(id));
  return sealed && texts.open(id, SEALED.sources, Buffer.from(sealed).toString(), GivenSources);
}

function blobKey(verificationId: string): string {
  return `${verificationId}/sources`;
}
