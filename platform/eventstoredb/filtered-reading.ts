/** Reads of `$all` with a server-side filter. The server supports it for reads; the client only for subscriptions. */
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

/** The client's `readAll`, limited to streams whose names on the server begin with `prefix`; '' means all. */
export function readAllOf(
  client: EventStoreDBClient,
  prefix: string,
  options: ReadAllOptions,
): StreamingRead<AllStreamResolvedEvent> {
  if (prefix === '') return client.readAll(options);
  const { GRPCStreamCreator: create } = client as unknown as Internals;
  const filtering: Internals = {
    GRPCStreamCreator: (service, name, call) =>
      create(service, name, (stub) =>
        call({ read: (request, ...rest) => stub.read(withFilter(request, prefix), ...rest) }),
      ),
  };
  const reader: EventStoreDBClient = Object.assign(Object.create(client), filtering);
  return reader.readAll(options);
}

function withFilter(request: ReadReq, prefix: string): ReadReq {
  const expression = new streamsPb.ReadReq.Options.FilterOptions.Expression();
  expression.setPrefixList([prefix]);
  const filter = new streamsPb.ReadReq.Options.FilterOptions();
  filter.setStreamIdentifier(expression);
  filter.setMax(SEARCH_WINDOW);
  filter.setCheckpointintervalmultiplier(1);
  const options = request.getOptions()!;
  options.clearNoFilter();
  options.setFilter(filter);
  return request;
}
