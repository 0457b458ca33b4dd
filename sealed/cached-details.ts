/**
 * Caches the details of one verification that were sealed or opened in this process, so that the next stage and the
 * response need not decrypt, inflate, parse and check them again.
 */
import type { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import type { SealedField } from '#domain/verification/sealed-fields.ts';
import type { KeyedOpener } from './open-texts.ts';
import type { VerificationTexts } from './verification-texts.ts';

/**
 * Enough for about fifty claims with their evidence. When it is exceeded, everything is dropped, as it could grow to
 * tens of MB.
 */
const MAX_SEALED_CHARACTERS = 400_000;

export interface CachingTexts extends VerificationTexts {
  /** Total length of the sealed forms of the cached details. */
  readonly cachedCharacters: number;
}

/** The same texts, but details that were sealed or opened through them are cached. */
export function cacheDetails(texts: VerificationTexts): CachingTexts {
  const cache = new Map<string, { record: string; field: SealedField; detail: Json }>();
  let characters = 0;

  function put(record: string, field: SealedField, sealed: string, detail: Json): void {
    if (characters > MAX_SEALED_CHARACTERS) return;
    characters += sealed.length;
    if (characters > MAX_SEALED_CHARACTERS) cache.clear();
    else cache.set(sealed, { record, field, detail });
  }

  /** undefined if the detail is not cached, or was sealed for another place. */
  function get(record: string, field: SealedField, sealed: string): Json | undefined {
    const found = cache.get(sealed);
    return found !== undefined && found.record === record && found.field === field ? found.detail : undefined;
  }

  const opener: KeyedOpener = {
    key: texts.key,
    text: (...sealed) => texts.opener.text(...sealed),
    detail: (sealed, record, field) => get(record, field, sealed) ?? texts.opener.detail(sealed, record, field),
  };
  return {
    ...texts,
    opener,
    get cachedCharacters() {
      return cache.size === 0 ? 0 : characters;
    },
    seal(record, field, detail) {
      const sealed = texts.seal(record, field, detail);
      put(record, field, sealed, detail);
      return sealed;
    },
    open<Schema extends z.ZodType>(record: string, field: SealedField, sealed: string, schema: Schema) {
      const found = get(record, field, sealed);
      if (found !== undefined) return found as z.infer<Schema>;
      const detail = texts.open(record, field, sealed, schema);
      put(record, field, sealed, detail as Json);
      return detail;
    },
  };
}
