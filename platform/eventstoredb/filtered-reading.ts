/** Reads of `$all` that the server filters. It offers them to everybody; the client does so for subscriptions alone. */
import type { AllStreamResolvedEvent, EventStoreDBClient, StreamingRead } from '@eventstore/db-client';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';

/** Events that the server looks at before it looks whether it is to go on. */
const SEARCH_WINDOW = 5_000;

type ReadAllOptions = NonNullable<Parameters<EventStoreDBClient['readAll']>[0]>;
type Read = (request: ReadReq, ...rest: unknown[]) => unknown;
/** What the client makes its calls with, and its types call protected. */
interface Internals {
  GRPCStreamCreator: (service: unknown, name: string, call: (service: { read: Read }) => unknown) => unknown;
}

/** As the client's `readAll`, but of streams whose names on the server begin with `prefix`; of '' all. */
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
