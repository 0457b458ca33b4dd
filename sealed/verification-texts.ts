/** Seals and opens the texts of one verification with its data key. */
import type { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { SealedField } from '#domain/verification/sealed-fields.ts';
import { type KeyedOpener, openTextsWith } from './open-texts.ts';

/** `record` is the id of a claim, of a review, or of the verification itself. */
export interface VerificationTexts {
  /** The data key. */
  readonly key: Uint8Array;
  /** Seals a detail as JSON. It must not be changed afterwards. */
  seal(record: string, field: SealedField, detail: Json): string;
  /** Opens a detail. Throws SealError, or ZodError where it has another shape. */
  open<Schema extends z.ZodType>(record: string, field: SealedField, sealed: string, schema: Schema): z.infer<Schema>;
  /** Seals a text of the customer's as it is. */
  sealText(record: string, field: SealedField, text: string): string;
  /** Opens a text of the customer's. Throws SealError. */
  openText(record: string, field: SealedField, sealed: string): string;
  /** Opens texts for a result. */
  readonly opener: KeyedOpener;
}

/** The texts of a verification whose data key is known. */
export function createVerificationTexts(
  verificationId: string,
  key: Uint8Array,
  sealer: Pick<Sealer, 'seal' | 'open'>,
): VerificationTexts {
  const contextOf = (record: string, field: SealedField) => ({ verification_id: verificationId, record, field });
  const sealText = (record: string, field: SealedField, text: string) =>
    sealer.seal(key, contextOf(record, field), text);
  const openText = (record: string, field: SealedField, sealed: string) =>
    sealer.open(key, contextOf(record, field), sealed);
  return {
    key,
    seal: (record, field, detail) => sealText(record, field, JSON.stringify(detail)),
    open: (record, field, sealed, schema) => schema.parse(JSON.parse(openText(record, field, sealed))),
    sealText,
    openText,
    opener: openTextsWith(key, sealer, verificationId),
  };
}
