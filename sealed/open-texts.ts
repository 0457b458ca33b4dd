/** Opens the sealed texts of one verification with its data key, as long as that key exists. */
import { isUnknownKey, type KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { TextOpener } from '#domain/verification/result.ts';

/**
 * Returns null for every text once the key is gone. Throws SealError for a value that was sealed for another place, and
 * KeyVaultError `unavailable`, or `key_unknown` where the vault never had the key.
 */
export async function openTexts(
  vault: Pick<KeyVault, 'dataKey'>,
  sealer: Pick<Sealer, 'open'>,
  verificationId: string,
): Promise<KeyedOpener> {
  const key = await vault.dataKey(verificationId);
  return key === null ? NO_TEXTS : openTextsWith(key, sealer, verificationId);
}

/** Like `openTexts`, but null where the vault never had the key. */
export async function openTextsIfKnown(...given: Parameters<typeof openTexts>): Promise<KeyedOpener | null> {
  try {
    return await openTexts(...given);
  } catch (error) {
    if (isUnknownKey(error)) return null;
    throw error;
  }
}

export interface KeyedOpener extends TextOpener {
  /** The data key; null once it is destroyed. */
  readonly key: Uint8Array | null;
}

/** Opens nothing. */
export const NO_TEXTS: KeyedOpener = { key: null, text: () => null, detail: () => null };

/** Like `openTexts`, with a known key. */
export function openTextsWith(key: Uint8Array, sealer: Pick<Sealer, 'open'>, verificationId: string): KeyedOpener {
  const text: TextOpener['text'] = (sealed, record, field) =>
    sealer.open(key, { verification_id: verificationId, record, field }, sealed);
  return { key, text, detail: (...sealed) => JSON.parse(text(...sealed)!) };
}
