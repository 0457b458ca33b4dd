/**
 * An organization's provider connections, from their own streams, so that a new, rotated or removed one counts on every
 * instance at once.
 */
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import {
  type ProviderConnection,
  type ProviderConnectionState,
  providerConnectionDecider,
  providerConnectionStream,
} from '#domain/provider-connection/decider.ts';
import { type BoundedList, idsOn } from './bounded-lists.ts';
import { type LoadedStream, loadStream } from './repository.ts';

export interface ConnectionReader {
  events: Pick<EventStore, 'readStream'>;
  operations: { values: Pick<ServerValues, 'get'> };
}

/** Providers with some labels each. All are read whenever a model is chosen. */
const CONNECTIONS = 50;

/** Ids of an organization's connections, the oldest first. Some of them may have been removed. */
export function providerConnectionsOf(organizationId: string): BoundedList {
  return { name: `provider-connections/${organizationId}`, limit: CONNECTIONS };
}

export function loadConnection(
  events: Pick<EventStore, 'readStream'>,
  connectionId: string,
): Promise<LoadedStream<ProviderConnectionState>> {
  return loadStream(events, providerConnectionDecider, providerConnectionStream(connectionId));
}

/** The connection with the credential in force; null if it is not there (any more) or is another organization's. */
export async function findConnection(
  events: Pick<EventStore, 'readStream'>,
  organizationId: string,
  connectionId: string,
): Promise<ProviderConnection | null> {
  const { connection } = (await loadConnection(events, connectionId)).state;
  return connection?.organization_id === organizationId ? connection : null;
}

/** The connections of an organization, the oldest first. */
export async function listConnections(
  { events, operations }: ConnectionReader,
  organizationId: string,
): Promise<ProviderConnection[]> {
  const ids = await idsOn(operations.values, providerConnectionsOf(organizationId));
  const connections = await Promise.all(ids.map((id) => findConnection(events, organizationId, id)));
  return connections.filter((connection) => connection !== null);
}
