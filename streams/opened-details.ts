/**
 * Remembers the details of one verification that were sealed or opened in this process, so that the next stage and the
 * response need not decrypt, inflate, parse and check them again.
 */
import type { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import type { OpenText } from '#domain/verification/result.ts';
import type { SealedField } from '#domain/verification/sealed-fields.ts';
import type { VerificationTexts } from './verification-texts.ts';

/**
 * Enough for about fifty claims with their evidence. When it is exceeded, everything is dropped, as it could grow to
 * tens of MB.
 */
const MAX_SEALED_CHARACTERS = 400_000;

export interface RememberingTexts extends VerificationTexts {
  /** Total length of the sealed forms of the remembered details. */
  readonly rememberedCharacters: number;
}

/** The same texts, but details that were sealed or opened through them are remembered. */
export function rememberDetails(texts: VerificationTexts): RememberingTexts {
  const known = new Map<string, { record: string; field: SealedField; detail: Json }>();
  let characters = 0;

  function remember(record: string, field: SealedField, sealed: string, detail: Json): void {
    if (characters > MAX_SEALED_CHARACTERS) return;
    characters += sealed.length;
    if (characters > MAX_SEALED_CHARACTERS) known.clear();
    else known.set(sealed, { record, field, detail });
  }

  /** undefined if the detail is not remembered, or was sealed for another place. */
  function find(record: string, field: SealedField, sealed: string): Json | undefined {
    const found = known.get(sealed);
    return found !== undefined && found.record === record && found.field === field ? found.detail : undefined;
  }

  const reader: OpenText = (sealed, record, field) => texts.reader(sealed, record, field);
  reader.known = (sealed, record, field) => find(record, field, sealed);
  return {
    ...texts,
    reader,
    get rememberedCharacters() {
      return known.size === 0 ? 0 : characters;
    },
    seal(record, field, detail) {
      const sealed = texts.seal(record, field, detail);
      remember(record, field, sealed, detail);
      return sealed;
    },
    open<Schema extends z.ZodType>(record: string, field: SealedField, sealed: string, schema: Schema) {
      const found = find(record, field, sealed);
      if (found !== undefined) return found as z.infer<Schema>;
      const detail = texts.open(record, field, sealed, schema);
      remember(record, field, sealed, detail as Json);
      return detail;
    },
  };
}
