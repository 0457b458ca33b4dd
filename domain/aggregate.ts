/**
 * A kind of aggregate as one value: where its streams are, which events they hold, and how it decides and folds. It is
 * loaded and commanded by this value and an id, so that no caller pairs a stream with the wrong decider.
 */
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import type { Decider } from './decider.ts';
import type { EventDefinition } from './events/definition.ts';
import { type DomainEvent, decodeEvent } from './events/registry.ts';

export interface Aggregate<State, Command, Event, Code extends string = string>
  extends Decider<State, Command, Event, Code> {
  /** What the names of all its streams begin with. */
  streamPrefix: string;
  /** Name of the stream of the aggregate with this id. */
  stream(id: string): string;
  /**
   * The event in its current shape; null for a type that this version does not know. Throws UnreadableEventError, and
   * for an event that belongs to another kind of aggregate.
   */
  decode(recorded: Pick<RecordedEvent, 'type' | 'data'>): Event | null;
}

/** The part of an aggregate that reads its streams. */
export type AggregateReader<State, Event> = Omit<Aggregate<State, never, Event>, 'decide'>;

/** `events`: the definitions of all events that the decider folds. */
export function defineAggregate<State, Command, Event extends DomainEvent, Code extends string>(
  streamPrefix: string,
  events: readonly EventDefinition<Event['type']>[],
  decider: Decider<State, Command, Event, Code>,
): Aggregate<State, Command, Event, Code> {
  const names = new Set<string>(events.map(({ name }) => name));
  return {
    ...decider,
    streamPrefix,
    stream: (id) => streamPrefix + id,
    decode(recorded) {
      const event = decodeEvent(recorded);
      if (event !== null && !names.has(event.type)) {
        throw new Error(`${event.type} is no event of a stream ${streamPrefix}…`);
      }
      return event as Event | null;
    },
  };
}
