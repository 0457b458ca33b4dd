/** Opening the sealed texts of one verification with its data key, while that key is alive. */
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { OpenText } from '#domain/verification/result.ts';

/**
 * Answers null for every text once the key is gone. Throws SealError for a value that was sealed for another place,
 * and KeyVaultError `unavailable`.
 */
export async function openTexts(
  vault: Pick<KeyVault, 'dataKey'>,
  sealer: Pick<Sealer, 'open'>,
  verificationId: string,
): Promise<OpenText> {
  const key = await vault.dataKey(verificationId);
  if (key === null) return () => null;
  return (sealed, record, field) => sealer.open(key, { verification_id: verificationId, record, field }, sealed);
}
