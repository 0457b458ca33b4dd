/** Where the events stand in the target that audit records of the source name by their place there. */
import { type EventStore, type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import { AUDITED_EVENTS } from '#pipeline/audit/follower.ts';
import { MoveError } from './move-error.ts';
import { isAudited, isAuditRecord } from './moved-event.ts';

const PAGE = 500;

export class AuditedPlaces {
  readonly #target: Pick<EventStore, 'readAll'>;
  /** Positions of the source, by the place in its stream of an event whose place in the target is not known yet. */
  readonly #unplaced = new Map<string, Position>();
  /** Positions of the target by those of the source, until their record was moved as well. */
  readonly #placed = new Map<string, Position>();
  /** The target's log was read up to here. */
  #read = START;

  constructor(target: Pick<EventStore, 'readAll'>) {
    this.#target = target;
  }

  /** The event was found at this place of the target. To be called in the target's order, before any `append`. */
  found(event: RecordedEvent, position: Position): void {
    if (isAudited(event.type)) this.#placed.set(event.position, position);
    this.#read = position;
  }

  /** The event was appended; an append tells the place of its last event only. */
  appended(event: RecordedEvent): void {
    if (isAudited(event.type)) this.#unplaced.set(nameOf(event), event.position);
  }

  /** The event as the target has it. Throws MoveError for an audit record without its event. */
  async translated(event: RecordedEvent): Promise<RecordedEvent> {
    if (!isAuditRecord(event.type)) return event;
    const source = String(event.data.source_position);
    if (!this.#placed.has(source)) await this.#readOn();
    const position = this.#placed.get(source);
    if (position === undefined) throw new MoveError(`the audit record ${event.id} stands before its event`);
    this.#placed.delete(source);
    return { ...event, data: { ...event.data, source_position: position } };
  }

  async #readOn(): Promise<void> {
    for (let atEnd = false; !atEnd; ) {
      const page = await this.#target.readAll({ after: this.#read, limit: PAGE, filter: AUDITED_EVENTS });
      for (const event of page.events) {
        const source = this.#unplaced.get(nameOf(event));
        if (source === undefined) continue;
        this.#unplaced.delete(nameOf(event));
        this.#placed.set(source, event.position);
      }
      this.#read = page.position;
      atEnd = page.at_end;
    }
  }
}

function nameOf({ stream, revision }: RecordedEvent): string {
  return `${stream} ${revision}`;
}
