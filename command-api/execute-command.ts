/** Executes a caller's command, and converts refusals to the errors that the caller sees. */
import { ApiError, type ErrorCode } from '#contracts/errors.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Aggregate } from '#domain/aggregate.ts';
import type { DomainEvent } from '#domain/events/registry.ts';
import { execute, type LoadedStream } from '#streams/repository.ts';
import type { Caller } from './caller.ts';

/**
 * Returns the state after the command. Throws ApiError for a refusal; a `validation_error` that names a field of the
 * body becomes a 422 at that field. `loaded`: the stream, if the caller has already loaded it.
 */
export async function executeCommand<State, Command, Event extends DomainEvent>(
  events: EventStore,
  aggregate: Aggregate<State, Command, Event, ErrorCode>,
  id: string,
  command: Command,
  caller: Caller,
  loaded?: LoadedStream<State>,
): Promise<State> {
  const executed = await execute(events, aggregate, id, command, {
    metadata: caller.metadata,
    ...(loaded && { loaded }),
  });
  if (!executed.accepted) throw refusal(executed.code, executed.reason, executed.field);
  return executed.state;
}

export function refusal(code: ErrorCode, reason: string, field: string | undefined): ApiError {
  if (code !== 'validation_error' || field === undefined) {
    return new ApiError(code, field === undefined ? {} : { param: field });
  }
  return invalidField(field, reason);
}

/** A 422 `value_error` at a field of the body. Where `input` is null, the route puts in what was sent. */
export function invalidField(field: string, reason: string, input: unknown = null): ApiError {
  return new ApiError('validation_error', {
    detail: [{ type: 'value_error', loc: ['body', field], msg: `Value error, ${reason}`, input, ctx: { error: {} } }],
  });
}
