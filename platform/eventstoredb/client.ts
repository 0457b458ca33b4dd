/** The EventStoreDB client, set up as this adapter needs it. */
import { EventStoreDBClient } from '@eventstore/db-client';

/** What the adapter uses that the client's types call protected. */
interface Internals {
  supports: (method: unknown, feature?: string) => Promise<boolean>;
  getChannel: () => Promise<{ close(): void }>;
  readonly throwOnAppendFailure: boolean;
}

/**
 * A client that sends every append as a call of its own.
 *
 * By default it sends all appends down one stream, and keeps those under way in one table for all clients of the
 * process: an error of one stream rejects everybody's appends, an answer that comes after that ends the process with a
 * TypeError, writes queued on a failing stream become unhandled rejections, and no deadline holds. A call of its own
 * fails alone and keeps its deadline. The client picks it where the server does not offer the other.
 *
 * Throws for a connection string that is malformed, without repeating it (it may hold a password), or that turns
 * conflicts into results, which the client then fills with a wrong revision.
 */
export function connect(url: string): EventStoreDBClient {
  const client = parse(url);
  if (!internals(client).throwOnAppendFailure) {
    throw new Error('the connection string of the event store must leave throwOnAppendFailure on');
  }
  internals(client).supports = async () => false;
  return client;
}

function parse(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    throw new Error('the connection string of the event store is malformed');
  }
}

/** Ends what is under way and closes the connection: `dispose` alone leaves it open. */
export async function disconnect(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  const channel = await internals(client).getChannel();
  channel.close();
}

function internals(client: EventStoreDBClient): Internals {
  return client as unknown as Internals;
}
