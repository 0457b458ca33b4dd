/** Values that name a place in the log: how far work has come. Places of one log mean nothing in another. */
import { type Position, START } from '#contracts/ports/event-store.ts';
import type { MovedTables, ServerValueRow } from '#contracts/ports/moved-table.ts';
import { MOVING } from './marks.ts';

/** Of the audit follower: a position. */
const AUDIT = 'audit-follower';
/** Of webhook deliveries: JSON, with the position as `after`. */
const DELIVERIES = 'webhook-deliveries';
/** Of stages on Kafka; offsets of its topics beside positions. */
const STAGES = 'stage-queue/';
/** What a process writes to see whether it can. */
const TRIALS = new Set(['room-test', 'readiness']);

/** Whether the value stays where it is, and is made anew from {@link checkpointsOf} where that is possible. */
export function isOfPlace(key: string): boolean {
  return key === AUDIT || key === DELIVERIES || key === MOVING || TRIALS.has(key) || key.startsWith(STAGES);
}

export interface Checkpoints {
  audit: Position;
  deliveries: { after: Position; rest: Record<string, unknown> } | null;
  /** Everything up to here is done, by stage; only where stages read the log itself. */
  stages: Map<string, Position>;
}

export async function checkpointsOf(
  values: MovedTables['values'],
  stages: Map<string, Position>,
): Promise<Checkpoints> {
  const found: Checkpoints = { audit: START, deliveries: null, stages };
  for await (const { id, value } of values.rows()) {
    if (id === AUDIT) found.audit = value as Position;
    if (id !== DELIVERIES) continue;
    const { after, ...rest } = JSON.parse(value) as { after: Position };
    found.deliveries = { after, rest };
  }
  return found;
}

/** All positions that have to be known in the other log. */
export function positionsIn({ audit, deliveries, stages }: Checkpoints): Position[] {
  return [audit, ...(deliveries === null ? [] : [deliveries.after]), ...stages.values()];
}

/** The values in terms of the other log; `to` gives the place there of a position. */
export function translated({ audit, deliveries }: Checkpoints, to: (position: Position) => Position): ServerValueRow[] {
  return [
    ...(to(audit) === START ? [] : [{ id: AUDIT, value: to(audit) }]),
    ...(deliveries === null
      ? []
      : [{ id: DELIVERIES, value: JSON.stringify({ after: to(deliveries.after), ...deliveries.rest }) }]),
  ];
}
