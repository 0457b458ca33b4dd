/** Opens the texts of verifications whose key may be lost. */
import { isUnknownKey } from '#contracts/ports/key-vault.ts';
import type { VerificationTexts } from '#sealed/verification-texts.ts';
import type { LoadPolicy, VerificationStreams } from '#streams/verification-streams.ts';

/**
 * Returns null if the key is destroyed, or lost: for zero retention the vault keeps keys in memory only, and a crash loses
 * them. Throws KeyVaultError `key_unknown` for any other key that the vault never had.
 */
export async function textsUnlessLost(
  verifications: Pick<VerificationStreams, 'texts'>,
  verificationId: string,
  { zero_retention }: { zero_retention: boolean },
  policy: LoadPolicy,
): Promise<VerificationTexts | null> {
  try {
    return await verifications.texts(verificationId, policy);
  } catch (error) {
    if (zero_retention && isUnknownKey(error)) return null;
    throw error;
  }
}
