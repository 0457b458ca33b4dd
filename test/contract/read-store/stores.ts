import type { JsonObject } from '#contracts/json.ts';
import type { Position } from '#contracts/ports/event-store.ts';
import type { DocumentWrite, ReadStore, View } from '#contracts/ports/read-store.ts';

export interface Stores {
  open(): Promise<ReadStore>;
  /** Restarts the store. */
  reopen(): Promise<ReadStore>;
}

export const VIEW: View = {
  name: 'items',
  version: 1,
  indexes: [{ fields: ['organization_id', 'created_at'] }, { fields: ['organization_id', 'listed', 'rank'] }],
};

/** A position of fixed width, as event store adapters make them. */
export function p(number: number): Position {
  return String(number).padStart(6, '0') as Position;
}

/** A write of a document, or a deletion if it is null. */
export function write(id: string, position: number, document: JsonObject | null = { id, at: position }): DocumentWrite {
  return { id, position: p(position), document };
}
