/** Reads of `$all` with a filter on the server. The server supports it for reads; the client only for subscriptions. */
import type { AllStreamResolvedEvent, EventStoreDBClient, StreamingRead } from '@eventstore/db-client';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';

/** Events that the server reads before it checks whether the client wants more. */
const SEARCH_WINDOW = 5_000;

type ReadAllOptions = NonNullable<Parameters<EventStoreDBClient['readAll']>[0]>;
type Read = (request: ReadReq, ...rest: unknown[]) => unknown;
/** The member that the client creates its calls with; its types declare it protected. */
interface Internals {
  GRPCStreamCreator: (service: unknown, name: string, call: (service: { read: Read }) => unknown) => unknown;
}

/** Only events of streams whose names begin so, or whose types begin like one of these. */
export type ServerFilter = { streamPrefix: string } | { types: readonly string[] };

/** The client's `readAll`, limited by the server; null means all events. */
export function readAllOf(
  client: EventStoreDBClient,
  filter: ServerFilter | null,
  options: ReadAllOptions,
): StreamingRead<AllStreamResolvedEvent> {
  if (filter === null) return client.readAll(options);
  const { GRPCStreamCreator: create } = client as unknown as Internals;
  const filtering: Internals = {
    GRPCStreamCreator: (service, name, call) =>
      create(service, name, (stub) =>
        call({ read: (request, ...rest) => stub.read(withFilter(request, filter), ...rest) }),
      ),
  };
  const reader: EventStoreDBClient = Object.assign(Object.create(client), filtering);
  return reader.readAll(options);
}

function withFilter(request: ReadReq, wanted: ServerFilter): ReadReq {
  const expression = new streamsPb.ReadReq.Options.FilterOptions.Expression();
  const filter = new streamsPb.ReadReq.Options.FilterOptions();
  if ('types' in wanted) {
    expression.setPrefixList([...wanted.types]);
    filter.setEventType(expression);
  } else {
    expression.setPrefixList([wanted.streamPrefix]);
    filter.setStreamIdentifier(expression);
  }
  filter.setMax(SEARCH_WINDOW);
  filter.setCheckpointintervalmultiplier(1);
  const options = request.getOptions()!;
  options.clearNoFilter();
  options.setFilter(filter);
  return request;
}
