/** What a read model is made of: a view, and a pure rule for what each event changes in its documents. */
import type { DomainEvent, EventName } from '#contracts/events/registry.ts';
import type { Position } from '#contracts/ports/event-store.ts';
import type { View } from '#contracts/ports/read-store.ts';

/** A decoded event with its place in the log. */
export interface ProjectedEvent<Event extends DomainEvent = DomainEvent> {
  event: Event;
  stream: string;
  position: Position;
}

/** The documents of a view as they stand before the event, and what the event makes of them. */
export interface Documents {
  /** The projection knows the shape of its own documents. */
  get<Document>(id: string): Promise<Document | null>;
  /** Documents are made of events' data, so they are JSON. */
  put<Document extends object>(id: string, document: Document): void;
  remove(id: string): void;
}

/**
 * Documents that belong together hang under one root: their ids start with the root's id. A root is written after the
 * documents under it, so an event at or before the position of a root has been applied to all of them.
 */
export interface Projection<Event extends DomainEvent = DomainEvent> {
  view: View;
  /** Names of the events that matter to it. */
  events: readonly EventName[];
  /** Id of the root document of what the event is about. */
  root(event: ProjectedEvent<Event>): string;
  /** Ids of other documents that `project` will ask for; loaded together for a whole batch. */
  reads(event: ProjectedEvent<Event>): readonly string[];
  /** Deterministic: depends on the event and the documents alone. Never opens a sealed value. */
  project(event: ProjectedEvent<Event>, documents: Documents): Promise<void>;
}

/** `000042`: byte order is order of ordinals. */
export function ordinalKey(ordinal: number): string {
  return String(ordinal).padStart(6, '0');
}
