/** Moves a data folder into the servers of the distributed shape. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Position, START } from '#contracts/ports/event-store.ts';
import { type MasterKey, masterKey } from '#platform/crypto/key-wrapping.ts';
import type { DistributedConfiguration } from '../configuration.ts';
import type { Report } from '../control/progress.ts';
import { takeDataFolder } from '../data-folder.ts';
import { openOrClose } from '../parts/closing.ts';
import { ownerOf } from '../parts/deployment.ts';
import { openEmbeddedSide } from './embedded-side.ts';
import { beginningOf, isMoved, isOfDeployment, MOVING, markMoved } from './marks.ts';
import { type Moved, move } from './move.ts';
import { MoveError } from './move-error.ts';
import { openServerSide, type ServerSide } from './server-side.ts';

/**
 * `tell` gets the result before the move is marked as over, so whoever was not told can repeat it. Throws MoveError,
 * DataFolderInUseError where a service works in the folder, and the errors of opening the stores. What it has moved stays
 * when it fails or is killed; the next one goes on there.
 */
export async function moveToDistributed(
  dataFolder: string,
  configuration: DistributedConfiguration,
  report: Report,
  tell: (moved: Moved) => Promise<void>,
): Promise<void> {
  if (!existsSync(join(dataFolder, 'events.db'))) throw new MoveError(`${dataFolder} holds no data of a service`);
  const opened = await openOrClose(async (closing) => {
    const folder = takeDataFolder(dataFolder);
    closing.defer(() => folder.release());
    const source = await openEmbeddedSide(folder.path, masterKeysOf(configuration));
    closing.defer(() => source.close());
    const deployment = await ownerOf(source.events);
    if (deployment === null) {
      throw new MoveError('the data folder is of an early version: start the service of today on it once, and stop it');
    }
    const target = await openServerSide(configuration, async (side) =>
      requireRoom(side, folder.path, deployment, await source.events.head()),
    );
    closing.defer(() => target.close());
    return { folder, source, target, close: () => closing.disposeAsync() };
  });
  try {
    const moved = await move(opened.source, opened.target, report);
    await tell(moved);
    markMoved(opened.folder.path, new Date().toISOString());
    await opened.target.database.removeValue(MOVING);
  } finally {
    await opened.close();
  }
}

function masterKeysOf({ masterKey: current, previousMasterKey }: DistributedConfiguration): MasterKey[] {
  return [current, ...(previousMasterKey === undefined ? [] : [previousMasterKey])].map((key) => masterKey(key));
}

/** Only into servers that hold nothing, or what this move has brought there. */
async function requireRoom(
  { events, tables, database }: Pick<ServerSide, 'events' | 'tables' | 'database'>,
  folder: string,
  deployment: string,
  head: Position,
): Promise<void> {
  const begun = beginningOf(deployment, head);
  for await (const { id, value } of tables.values.rows()) {
    if (id !== MOVING) continue;
    if (value === begun) return;
    throw new MoveError(
      isOfDeployment(value, deployment)
        ? 'the data folder was used since its move to these servers began, and what was erased in it since is still there: drop the database, name another EVENTSTORE_STREAM_PREFIX, and move again'
        : 'a move of another data folder into these servers is not finished',
    );
  }
  if ((await events.head()) !== START) {
    throw new MoveError(
      isMoved(folder) && (await ownerOf(events)) === deployment
        ? 'this data folder was moved to these servers before'
        : 'the event store holds events already: set EVENTSTORE_STREAM_PREFIX to a name that nothing has yet',
    );
  }
  if (!(await database.isEmpty())) {
    throw new MoveError('the database in MongoDB holds data already: name another one in MONGODB_URL');
  }
  await tables.values.put([{ id: MOVING, value: begun }]);
}
