/** Connects an organization's accounts at providers. Credentials are write-only. */
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import {
  CREDENTIAL,
  type ProviderConnectionRecord,
  type ProviderConnectionRequest,
} from '#contracts/http/provider-connection.ts';
import { newId, timeOfId } from '#domain/ids.ts';
import {
  PROVIDER_CONNECTION,
  type ProviderConnection,
  type ProviderConnectionCommand,
  type ProviderConnectionState,
} from '#domain/provider-connection/decider.ts';
import { REDACTED } from '#http/echo.ts';
import { valueError } from '#http/validation.ts';
import { AT_WORK_MS, announceDestruction, destroyCredential, sealCredential } from '#sealed/credentials.ts';
import { createWithinLimit, removeFromList, removeGone } from '#streams/bounded-lists.ts';
import { providerConnectionsOf } from '#streams/provider-connections.ts';
import { execute, type LoadedStream, load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { ProviderConnectionDependencies } from '../dependencies.ts';
import { executeCommand, invalidField } from '../execute-command.ts';
import { unlessFailing } from '../unless-failing.ts';

export async function connectProvider(
  dependencies: ProviderConnectionDependencies,
  caller: Caller,
  { provider, label, credential }: ProviderConnectionRequest,
): Promise<ProviderConnectionRecord> {
  requireSendable(credential);
  const { organization_id } = caller;
  const connection_id = newId('pcn');
  const about = { connection_id, organization_id, provider, label, created_at: timestamp(dependencies.clock) };
  const list = providerConnectionsOf(organization_id);
  const { values } = dependencies.operations;
  const connect = () =>
    createWithinLimit(values, list, connection_id, async () => {
      const sealed = await sealCredential(dependencies, { id: connection_id, organization_id }, credential);
      const data = { ...about, credential: sealed };
      const command = { type: 'ConnectProvider', data } as const;
      return executeCommand(dependencies.events, PROVIDER_CONNECTION, connection_id, command, caller);
    });
  let connected = await connect();
  if (connected === null) {
    await removeGone(values, list, (id) => isGoneConnection(dependencies, id));
    connected = await connect();
  }
  if (connected === null) {
    const reason = `the organization has ${list.limit} provider connections, which is the most; remove one first`;
    throw invalidField('provider', reason, provider);
  }
  return recordOf({ ...about, rotated_at: null });
}

/**
 * Whether the list entry belongs to no existing connection. The entry of a connection that is just being created counts
 * as in use.
 */
async function isGoneConnection(
  { events, clock }: Pick<ProviderConnectionDependencies, 'events' | 'clock'>,
  connectionId: string,
): Promise<boolean> {
  const { connection, disconnected } = (await load(events, PROVIDER_CONNECTION, connectionId)).state;
  return disconnected || (connection === null && clock.now() - timeOfId(connectionId) > AT_WORK_MS);
}

/** Once this has returned, the old credential is not used any more. */
export async function rotateCredential(
  dependencies: ProviderConnectionDependencies,
  caller: Caller,
  connectionId: string,
  credential: string,
): Promise<ProviderConnectionRecord> {
  requireSendable(credential);
  const [loaded, connection] = await requireConnection(dependencies, caller, connectionId);
  const owner = { id: connectionId, organization_id: caller.organization_id };
  const sealed = await sealCredential(dependencies, owner, credential);
  const command = { type: 'RotateCredential', credential: sealed, rotated_at: timestamp(dependencies.clock) } as const;
  const state = await replaceCredential(dependencies, caller, loaded, connection, command);
  // If another rotation was later, the record shows that one.
  return recordOf(state.connection ?? { ...connection, rotated_at: command.rotated_at });
}

/** Once this has returned, the credential is not used any more. */
export async function disconnectProvider(
  dependencies: ProviderConnectionDependencies,
  caller: Caller,
  connectionId: string,
): Promise<void> {
  const [loaded, connection] = await requireConnection(dependencies, caller, connectionId);
  const command = { type: 'DisconnectProvider', disconnected_at: timestamp(dependencies.clock) } as const;
  await replaceCredential(dependencies, caller, loaded, connection, command);
  const list = providerConnectionsOf(caller.organization_id);
  // The connection is removed even if the list can't be updated.
  const ids = { connection_id: connectionId };
  await unlessFailing(dependencies, caller, ids, 'a removed provider connection still counts', () =>
    removeFromList(dependencies.operations.values, list, connectionId),
  );
}

/** Executes a command that ends the use of the connection's present credential, and destroys the credential. */
async function replaceCredential(
  dependencies: ProviderConnectionDependencies,
  caller: Caller,
  loaded: LoadedStream<ProviderConnectionState>,
  { connection_id, credential }: ProviderConnection,
  command: Exclude<ProviderConnectionCommand, { type: 'ConnectProvider' }>,
): Promise<ProviderConnectionState> {
  await announceDestruction(dependencies, credential);
  const { metadata } = caller;
  const executed = await execute(dependencies.events, PROVIDER_CONNECTION, connection_id, command, {
    metadata,
    loaded,
  });
  if (!executed.accepted) {
    if (executed.code !== 'validation_error') throw new ApiError(executed.code);
    const detail = [valueError(['path', 'connection_id'], executed.reason, connection_id)];
    throw new ApiError(executed.code, { detail });
  }
  // If this fails, the credential's key stays due and is destroyed later; the credential is already out of use.
  await unlessFailing(dependencies, caller, { connection_id }, 'a replaced credential is not destroyed yet', () =>
    destroyCredential(dependencies, credential),
  );
  return executed.state;
}

async function requireConnection(
  { events }: ProviderConnectionDependencies,
  caller: Caller,
  connectionId: string,
): Promise<[LoadedStream<ProviderConnectionState>, ProviderConnection]> {
  const loaded = await load(events, PROVIDER_CONNECTION, connectionId);
  const { connection } = loaded.state;
  if (connection?.organization_id !== caller.organization_id) throw new ApiError('not_found');
  return [loaded, connection];
}

function requireSendable(credential: string): void {
  if (CREDENTIAL.test(credential)) return;
  throw invalidField('credential', 'must be printable ASCII characters without spaces at its ends', REDACTED);
}

function recordOf(connection: Omit<ProviderConnection, 'credential'>): ProviderConnectionRecord {
  const { connection_id, organization_id, provider, label, created_at, rotated_at } = connection;
  return { id: connection_id, organization_id, provider, label, created_at, rotated_at };
}
