/** An event of the port from a row of the log. */
import type { JsonObject } from '#contracts/json.ts';
import type { EventMetadata, RecordedEvent } from '#contracts/ports/event-store.ts';
import type { StoredRow } from './event-reader.ts';
import { toPosition } from './position.ts';

export function toEvent(row: StoredRow): RecordedEvent {
  const [position, stream, revision, type, recordedAt, id, metadata, data] = row;
  return {
    id,
    type,
    data: JSON.parse(data) as JsonObject,
    metadata: JSON.parse(metadata) as EventMetadata,
    stream,
    revision,
    position: toPosition(position),
    recorded_at: new Date(recordedAt).toISOString(),
  };
}
