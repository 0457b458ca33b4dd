/** Secrets of API keys: shown once, stored as an HMAC keyed with the server's pepper. */
import { createHmac } from 'node:crypto';
import { apiKeyPrefix, generateApiKey } from '#common/api-key-format.ts';
import type { KeyEnvironment } from '#contracts/vocabulary.ts';

export interface KeySecret {
  secret: string;
  prefix: string;
  secret_hash: string;
}

/** Generates a secret. */
export function newSecret(environment: KeyEnvironment, pepper: Uint8Array): KeySecret {
  return describeSecret(generateApiKey(environment), pepper);
}

/** The display prefix and stored hash of a secret. */
export function describeSecret(secret: string, pepper: Uint8Array): KeySecret {
  return { secret, prefix: apiKeyPrefix(secret), secret_hash: hashSecret(secret, pepper) };
}

/** HMAC-SHA256, hex. A fast hash is enough: the secret has about 178 random bits. */
export function hashSecret(secret: string, pepper: Uint8Array): string {
  return createHmac('sha256', pepper).update(secret).digest('hex');
}
