/** Artifacts of document jobs: blobs sealed with the data key of the verification. */
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

/** Seals and stores an artifact. A repeated call replaces it. */
export async function storeArtifact(
  { blobs, sealer }: { blobs: Pick<BlobStore, 'put'>; sealer: Pick<Sealer, 'sealBytes'> },
  verification: { id: string; key: Uint8Array },
  kind: ArtifactKind,
  content: Uint8Array,
  expiresAt: string,
): Promise<DocumentArtifact> {
  const { id, key } = verification;
  const sealed = sealer.sealBytes(key, placeOf(id, kind), content);
  const expires_at = new Date(Date.parse(expiresAt) + MARGIN_MS).toISOString();
  await blobs.put(blobKey(id, kind), sealed, { expires_at });
  return { id: derivedId('art', id, kind), kind, media_type: MEDIA_TYPES[kind], bytes: content.byteLength };
}

/** The content of an artifact; null if it was deleted. Throws SealError. */
export async function readArtifact(
  { blobs, sealer }: { blobs: Pick<BlobStore, 'get'>; sealer: Pick<Sealer, 'openBytes'> },
  verification: { id: string; key: Uint8Array },
  kind: ArtifactKind,
): Promise<Uint8Array | null> {
  const { id, key } = verification;
  const sealed = await blobs.get(blobKey(id, kind));
  return sealed && sealer.openBytes(key, placeOf(id, kind), sealed);
}

function blobKey(verificationId: string, kind: ArtifactKind): string {
  return `${verificationId}/artifacts/${kind}`;
}

function placeOf(verificationId: string, kind: ArtifactKind): SealContext {
  return { verification_id: verificationId, record: verificationId, field: `artifact/${kind}` };
}
