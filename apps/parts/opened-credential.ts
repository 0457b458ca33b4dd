/** Credentials of provider connections, opened for one request. */
import { isUnknownKey, type KeyVaultError } from '#contracts/ports/key-vault.ts';
import { SealError } from '#contracts/ports/sealer.ts';
import type { SealedCredential } from '#domain/events/credential.ts';
import { type CredentialReader, openCredential } from '#sealed/credentials.ts';
import type { Logger } from '../logger.ts';

export interface OpeningDependencies extends CredentialReader {
  logger: Pick<Logger, 'warn'>;
}

/**
 * Returns null for a credential that can't be opened, as after a restored backup: the connection is unusable, but the
 * verification is not at fault. Throws temporary errors.
 */
export async function openToAsk(
  dependencies: OpeningDependencies,
  connection_id: string,
  credential: SealedCredential,
): Promise<string | null> {
  try {
    return await openCredential(dependencies, credential);
  } catch (error) {
    if (!isUnknownKey(error) && !(error instanceof SealError)) throw error;
    const { code } = error as KeyVaultError | SealError;
    dependencies.logger.warn({ connection_id, failure: code }, 'the credential of a connection cannot be opened');
    return null;
  }
}
