/**
 * An organization's provider connections, read from their own streams, so that changes take effect on every instance at
 * once.
 */
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { PROVIDER_CONNECTION, type ProviderConnection } from '#domain/provider-connection/decider.ts';
import { type BoundedList, idsOn } from './bounded-lists.ts';
import { load } from './repository.ts';

export interface ConnectionReader {
  events: Pick<EventStore, 'readStream'>;
  operations: { values: Pick<ServerValues, 'get'> };
}

/** All providers, with several labels each. All of them are read whenever a model is chosen. */
const CONNECTIONS = 50;

/** Ids of an organization's connections, oldest first. Some may have been removed since. */
export function providerConnectionsOf(organizationId: string): BoundedList {
  return { name: `provider-connections/${organizationId}`, limit: CONNECTIONS };
}

/**
 * The connection with its present credential; null if it does not exist (any more) or belongs to another organization.
 */
export async function findConnection(
  events: Pick<EventStore, 'readStream'>,
  organizationId: string,
  connectionId: string,
): Promise<ProviderConnection | null> {
  const { connection } = (await load(events, PROVIDER_CONNECTION, connectionId)).state;
  return connection?.organization_id === organizationId ? connection : null;
}

/** The connections of an organization, oldest first. */
export async function listConnections(
  { events, operations }: ConnectionReader,
  organizationId: string,
): Promise<ProviderConnection[]> {
  const ids = await idsOn(operations.values, providerConnectionsOf(organizationId));
  const connections = await Promise.all(ids.map((id) => findConnection(events, organizationId, id)));
  return connections.filter((connection) => connection !== null);
}
