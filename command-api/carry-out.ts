/** Carrying out a caller's command, with refusals as the errors that the caller sees. */
import { ApiError, type ErrorCode } from '#contracts/errors.ts';
import type { DomainEvent } from '#contracts/events/registry.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Decider } from '#domain/decider.ts';
import { newEventId } from '#domain/ids.ts';
import { carryOut, type LoadedStream } from '#streams/repository.ts';
import type { Caller } from './caller.ts';

/**
 * Answers the state after the command. Throws ApiError for a refusal; one that names a field of the body becomes a 422
 * at that field where its code is `validation_error`. `loaded`: the stream, where the caller had to look into it already.
 */
export async function command<State, Command, Event extends DomainEvent>(
  events: EventStore,
  decider: Decider<State, Command, Event, ErrorCode>,
  stream: string,
  body: Command,
  caller: Caller,
  loaded?: LoadedStream<State>,
): Promise<State> {
  const ids: string[] = [];
  const options = {
    metadata: caller.metadata,
    // The same ids when the append is repeated after an unknown outcome.
    eventId: (_event: Event, index: number) => (ids[index] ??= newEventId()),
  };
  const outcome = await carryOut(events, decider, stream, body, options, loaded);
  if (!outcome.accepted) throw refusal(outcome.code, outcome.reason, outcome.field);
  return outcome.state;
}

export function refusal(code: ErrorCode, reason: string, field: string | undefined): ApiError {
  if (code !== 'validation_error' || field === undefined) {
    return new ApiError(code, field === undefined ? {} : { param: field });
  }
  return invalidField(field, reason);
}

/** A 422 `value_error` at a field of the body. `input` stays null: what was sent may be customer text. */
export function invalidField(field: string, reason: string, input: unknown = null): ApiError {
  return new ApiError('validation_error', {
    param: field,
    detail: [{ type: 'value_error', loc: ['body', field], msg: `Value error, ${reason}`, input, ctx: { error: {} } }],
  });
}
