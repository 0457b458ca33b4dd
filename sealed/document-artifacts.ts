/** Artifacts of document jobs: blobs sealed with the data key of the verification. */
import { collectYoung } from '#common/collect-garbage.ts';
import type { ArtifactKind } from '#contracts/document-vocabulary.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { SealContext, Sealer } from '#contracts/ports/sealer.ts';
import type { DocumentArtifact } from '#domain/document-job/events.ts';
import { derivedId } from '#domain/ids.ts';

const MEDIA_TYPES: Readonly<Record<ArtifactKind, string>> = {
  extracted_text: 'text/plain; charset=utf-8',
  report_html: 'text/html; charset=utf-8',
  result_json: 'application/json; charset=utf-8',
};

/** Blobs are kept a little longer than the key that opens them, so that they are deleted by the erasure. */
const MARGIN_MS = 86_400_000;

/**
 * Bytes that are sealed as one blob: those of a long document take some hundred megabytes, and none of its artifacts is
 * ever in memory as a whole.
 */
const PART_BYTES = 2 * 1024 * 1024;

/** The artifact was deleted, or the key that opens it. */
export class ArtifactGoneError extends Error {
  override readonly name = 'ArtifactGoneError';
}

/** Seals and stores an artifact, part by part. A repeated call replaces it. */
export async function storeArtifact(
  { blobs, sealer }: { blobs: Pick<BlobStore, 'put'>; sealer: Pick<Sealer, 'sealBytes'> },
  verification: { id: string; key: Uint8Array },
  kind: ArtifactKind,
  pieces: AsyncIterable<Uint8Array>,
  expiresAt: string,
): Promise<DocumentArtifact> {
  const { id, key } = verification;
  const expires_at = new Date(Date.parse(expiresAt) + MARGIN_MS).toISOString();
  let bytes = 0;
  let part = 0;
  for await (const content of partsOf(pieces)) {
    const sealed = sealer.sealBytes(key, placeOf(id, kind, part), content);
    await blobs.put(blobKey(id, kind, part), sealed, { expires_at });
    bytes += content.byteLength;
    part++;
    // Of a part there are its pieces, the whole, and the whole compressed, encrypted and sealed.
    collectYoung();
  }
  return { id: derivedId('art', id, kind), kind, media_type: MEDIA_TYPES[kind], bytes };
}

/** Pieces together in parts of at least `PART_BYTES`, but for the last; one empty part if there is nothing. */
async function* partsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  let isFirst = true;
  for await (const piece of pieces) {
    gathered.push(piece);
    bytes += piece.byteLength;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
    isFirst = false;
  }
  if (bytes > 0 || isFirst) yield Buffer.concat(gathered);
}

/**
 * Yields the content of an artifact, part by part. `keyOf` is asked for each, because the text may be erased meanwhile.
 * Throws ArtifactGoneError, even in the middle, and SealError.
 */
export async function* readArtifact(
  { blobs, sealer }: { blobs: Pick<BlobStore, 'get'>; sealer: Pick<Sealer, 'openBytes'> },
  { id, keyOf }: { id: string; keyOf(): Promise<Uint8Array | null> },
  { kind, bytes }: Pick<DocumentArtifact, 'kind' | 'bytes'>,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  let part = 0;
  // Artifacts of earlier versions are one part, whatever their size, so that sizes tell where the last part ends.
  do {
    const key = await keyOf();
    const sealed = key && (await blobs.get(blobKey(id, kind, part)));
    if (key === null || sealed === null) throw new ArtifactGoneError(`part ${part} of an artifact is gone`);
    const content = sealer.openBytes(key, placeOf(id, kind, part), sealed);
    read += content.byteLength;
    part++;
    yield content;
  } while (read < bytes);
}

function blobKey(verificationId: string, kind: ArtifactKind, part: number): string {
  return `${verificationId}/artifacts/${partName(kind, part, '.')}`;
}

function placeOf(verificationId: string, kind: ArtifactKind, part: number): SealContext {
  return {
    verification_id: verificationId,
    record: verificationId,
    field: `artifact/${partName(kind, part, '/')}`,
  };
}

/** The first part has the name that artifacts of one part have always had. */
function partName(kind: ArtifactKind, part: number, separator: string): string {
  return part === 0 ? kind : `${kind}${separator}${part}`;
}
