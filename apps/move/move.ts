/** The steps of a move, the same in both directions. Every step may be repeated, and so a move that was broken off. */
import { START } from '#contracts/ports/event-store.ts';
import { newRelayState, relayKey } from '#platform/kafka/relay-state.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { applyLog, targetsOf } from '#projectors/rebuild.ts';
import type { Report } from '../control/progress.ts';
import { checkpointsOf, positionsIn, translated } from './checkpoints.ts';
import { moveEvents } from './events.ts';
import { MoveError } from './move-error.ts';
import { compareAudit, compareLogs, compareReplays, type ReplaysCompared, type StreamDigest } from './proof.ts';
import type { Side } from './side.ts';
import { compareTable, moveTable, TABLES, type TableName } from './tables.ts';

export interface Moved {
  events: number;
  streams: Map<string, StreamDigest>;
  audit_chains: number;
  replays: ReplaysCompared;
  /** Rows that both sides have, by table. */
  rows: Record<TableName, number>;
}

/** Throws MoveError if both sides don't hold the same in the end, and the errors of the stores. */
export async function move(source: Side, target: Side, report: Report): Promise<Moved> {
  const before = await source.events.head();
  if (before === START) throw new MoveError('there is nothing to move: the log is empty');
  const moved = await moveEvents(source.events, target.events, source.size(), report);
  for (const name of TABLES) await moveTable(name, source.tables, target.tables, Date.now(), report);

  const checkpoints = await checkpointsOf(source.tables.values, source.stages());
  const positions = positionsIn(checkpoints);
  const { streams, events, to } = await compareLogs(source, target, positions, moved, report);
  const stages = [...checkpoints.stages].map(([stage, position]) => ({
    id: relayKey(stage),
    value: JSON.stringify({ ...newRelayState(), position: to(position) }),
  }));
  await target.tables.values.put([...translated(checkpoints, to), ...stages]);

  await buildViews(target, report);

  const rows = {} as Record<TableName, number>;
  const now = Date.now();
  for (const name of TABLES) {
    report({ label: `comparing ${name.replaceAll('_', ' ')}`, done: 0, total: null });
    rows[name] = await compareTable(name, source.tables, target.tables, now);
  }
  const audit_chains = await compareAudit(source, target, streams.keys());
  const replays = await compareReplays(source, target, streams.keys(), report);
  if ((await source.events.head()) !== before) {
    throw new MoveError('a process wrote to the source meanwhile: stop all of them, and move again');
  }
  return { events, streams, audit_chains, replays, rows };
}

/** Each view keeps how far it has come, so a move that was broken off builds the rest. */
async function buildViews({ events, views }: Side, report: Report): Promise<void> {
  const targets = await targetsOf(PROJECTIONS, (view) => views.live(view));
  const onProgress = ({ read }: { read: number }) => report({ label: 'building the views', done: read, total: null });
  await applyLog({ events, views }, targets, 0, { onProgress });
}
