/** A projection: a view, and a pure function that says how each event changes the view's documents. */

import type { Position } from '#contracts/ports/event-store.ts';
import type { View } from '#contracts/ports/read-store.ts';
import type { DomainEvent, EventName } from '#domain/events/registry.ts';

/** A decoded event with its place in the log. */
export interface ProjectedEvent<Event extends DomainEvent = DomainEvent> {
  event: Event;
  stream: string;
  position: Position;
  /** RFC 3339, set by the store. */
  recorded_at: string;
}

/** A view's documents as of the previous event, for `project` to read and change. */
export interface Documents {
  /** null for a missing document. The caller names the type; it isn't checked. */
  get<Document>(id: string): Promise<Document | null>;
  /** The document must be JSON. */
  put<Document extends object>(id: string, document: Document): void;
  remove(id: string): void;
}

/**
 * Documents that belong together share a root document: their ids start with the root's id. A root is written after the
 * documents under it, so every event up to the root's position has been applied to all of them.
 */
export interface Projection<Event extends DomainEvent = DomainEvent> {
  view: View;
  /** Names of the events it projects; `project` gets no others. */
  events: readonly EventName[];
  /** Id of the root document of the event's subject. */
  root(event: ProjectedEvent<Event>): string;
  /** Ids of other documents that `project` will get, so that a batch loads them together. */
  reads(event: ProjectedEvent<Event>): readonly string[];
  /** Deterministic: depends only on the event and the documents. Never opens a sealed value. */
  project(event: ProjectedEvent<Event>, documents: Documents): Promise<void>;
}

/** `000042`: padded, so that the byte order of keys is the order of ordinals. */
export function ordinalKey(ordinal: number): string {
  return String(ordinal).padStart(6, '0');
}
