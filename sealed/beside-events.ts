/**
 * What a caller gives with a text and an event could not hold: a blob beside the events, sealed with the verification's key and
 * deleted with its other blobs when it is erased.
 */
import type { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { SealedField } from '#domain/verification/sealed-fields.ts';
import type { VerificationTexts } from './verification-texts.ts';

/** A verification with its texts. */
export interface Owner {
  id: string;
  texts: Pick<VerificationTexts, 'seal' | 'open'>;
}

/** Blobs are kept a little longer than the key that opens them, so that they are deleted by the erasure. */
const MARGIN_MS = 86_400_000;

/** A repeated call replaces the value. `dueAt`: when the key is due, RFC 3339. */
export async function storeBeside(
  { blobs }: { blobs: Pick<BlobStore, 'put'> },
  { id, texts }: Owner,
  field: SealedField,
  value: Json,
  dueAt: string,
): Promise<void> {
  const expires_at = new Date(Date.parse(dueAt) + MARGIN_MS).toISOString();
  await blobs.put(blobKey(id, field), Buffer.from(texts.seal(id, field, value)), { expires_at });
}

/** The value as it was given; null if there is none, or none any more. Throws SealError, or ZodError where it has another shape. */
export async function readBeside<Schema extends z.ZodType>(
  { blobs }: { blobs: Pick<BlobStore, 'get'> },
  { id, texts }: Owner,
  field: SealedField,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const sealed = await blobs.get(blobKey(id, field));
  return sealed && texts.open(id, field, Buffer.from(sealed).toString(), schema);
}

function blobKey(verificationId: string, field: SealedField): string {
  return `${verificationId}/${field}`;
}
