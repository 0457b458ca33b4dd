/** The first start creates an organization and an owner key. */
import { readFileSync } from 'node:fs';
import { createOrganizationWithKey } from '#command-api/organizations/commands.ts';
import { generateApiKey, isWellFormedApiKey } from '#common/api-key-format.ts';
import { timestamp } from '#common/time.ts';
import { newTraceparent } from '#common/traceparent.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { derivedId, newId } from '#domain/ids.ts';
import { writeNewFile } from '#platform/files/durability.ts';
import { describeSecret } from '#streams/api-key-secrets.ts';
import { type ApiKeyStores, findKeyBySecret } from '#streams/api-keys.ts';
import { reserveOperator } from '#streams/operator.ts';
import { ConfigurationError } from '../configuration-error.ts';

export interface OwnerKey {
  key: string;
  /** File of a generated key; null if the key was configured. */
  keyFile: string | null;
}

export interface Bootstrap extends OwnerKey {
  organization_id: string;
}

/** The configured key, or the one in `keyFile`, which is generated (mode 0600) if it does not exist. */
export function ownerKeyOf(givenKey: string | undefined, keyFile: string): OwnerKey {
  return givenKey === undefined ? { key: keyFromFile(keyFile), keyFile } : { key: givenKey, keyFile: null };
}

/**
 * Creates the default organization with its owner key unless it exists. A key configured later is added as an owner key
 * of the default organization if it is unknown. Several processes may run this at once: all ids derive from the first
 * reservation and the key, so they create the same events.
 */
export async function bootstrap(
  stores: ApiKeyStores,
  pepper: Uint8Array,
  clock: Clock,
  owner: OwnerKey,
): Promise<Bootstrap> {
  const secret = describeSecret(owner.key, pepper);
  const { organization_id, user_id } = await reserveOperator(stores.operations.uniqueValues, newId('org'));
  const known = await findKeyBySecret(stores, pepper, owner.key);
  if (known.outcome === 'unknown') {
    await createOrganizationWithKey(
      stores,
      {
        organization_id,
        owner_user_id: user_id,
        root_id: organization_id,
        name: 'Default organization',
        secret,
        key_id: derivedId('key', organization_id, secret.secret_hash),
        created_at: timestamp(clock),
      },
      systemMetadata('bootstrap', organization_id),
    );
  }
  return { organization_id, ...owner };
}

/** Metadata of the service's own actions, at start or for its operator. */
export function systemMetadata(actor: string, organizationId: string | null): EventMetadata {
  const requestId = newId('req');
  return {
    actor: { type: 'system', id: actor },
    ip: null,
    request_id: requestId,
    correlation_id: requestId,
    causation_id: requestId,
    traceparent: newTraceparent(),
    organization_id: organizationId,
  };
}

function keyFromFile(file: string): string {
  try {
    const key = readFileSync(file, 'utf8').trim();
    if (!isWellFormedApiKey(key)) throw new ConfigurationError([`${file} does not hold a well-formed API key`]);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = generateApiKey('development');
  writeNewFile(file, `${key}\n`);
  return key;
}
