/** Opening the sealed texts of one verification with its data key, while that key is alive. */
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { OpenText } from '#domain/verification/result.ts';
import type { OpenedDetails } from './opened-details.ts';

/**
 * Answers null for every text once the key is gone. `details`: what need not be opened while the key is alive. Throws SealError for a value that was sealed for another place,
 * and KeyVaultError `unavailable`.
 */
export async function openTexts(
  vault: Pick<KeyVault, 'dataKey'>,
  sealer: Pick<Sealer, 'open'>,
  verificationId: string,
  details?: OpenedDetails,
): Promise<OpenText> {
  const key = await vault.dataKey(verificationId);
  if (key === null) return () => null;
  const open: OpenText = (sealed, record, field) =>
    sealer.open(key, { verification_id: verificationId, record, field }, sealed);
  if (details !== undefined) open.known = (sealed, record, field) => details.find(sealed, { record, field });
  return open;
}
