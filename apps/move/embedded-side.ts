/** The data folder as one end of a move. The caller holds its lock. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import { API_KEY } from '#domain/api-key/decider.ts';
import type { MasterKey } from '#platform/crypto/key-wrapping.ts';
import { masterKeyFromFile } from '#platform/crypto/master-key.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { LogFile } from '#platform/sqlite/events/log-file.ts';
import { fromPosition, toPosition } from '#platform/sqlite/events/position.ts';
import { type MovedFolder, openMovedFolder } from '#platform/sqlite/moved/folder.ts';
import { SqliteKeyReader } from '#platform/sqlite/vault/key-reader.ts';
import { openReadStore } from '#platform/sqlite/views/read-store.ts';
import { load } from '#streams/repository.ts';
import { LOG, MASTER_KEY } from '../backup/files.ts';
import { openOrClose } from '../parts/closing.ts';
import type { Side } from './side.ts';

/** `given`: master keys of the environment, the current one first. One in the folder comes before them. */
export function openEmbeddedSide(folder: string, given: readonly MasterKey[]): Promise<Side> {
  return openOrClose(async (closing) => {
    const file = (name: string) => join(folder, name);
    const inFolder = existsSync(file(MASTER_KEY)) ? [masterKeyFromFile(file(MASTER_KEY), { create: false })] : [];
    const [master, ...others] = [...inFolder, ...given] as [MasterKey, ...MasterKey[]];
    const previousMaster = others.find(({ id }) => id !== master.id) ?? null;
    let lost: Error | null = null;
    const log = await openEmbeddedLog({
      folder,
      onLost: (error) => {
        lost = error;
      },
      onError: () => {},
    });
    closing.defer(async () => {
      if (lost === null) await log.close();
    });
    const moved = await openMovedFolder({
      folder,
      master,
      previousMaster,
      organizationOf: (keyId) => organizationOf(log.events, keyId),
    });
    closing.defer(() => moved.close());
    const vault = new SqliteKeyReader(file('vault.db'), previousMaster === null ? [master] : [master, previousMaster]);
    closing.defer(() => vault.close());
    const views = openReadStore({ path: file('views.db') });
    closing.defer(() => views.close());
    return {
      events: log.events,
      size: () => sizeOf(file(LOG)),
      tables: moved.tables,
      views,
      vault,
      stages: () => new Map(moved.stages().map(({ stage, ...progress }) => [stage, doneUpTo(progress)])),
      close: () => closing.disposeAsync(),
    };
  });
}

function sizeOf(log: string): number {
  const file = new LogFile(log);
  try {
    return file.count();
  } finally {
    file.close();
  }
}

/** Everything up to this position is done: what is not comes after it. */
function doneUpTo({ watermark, unfinished }: Omit<ReturnType<MovedFolder['stages']>[number], 'stage'>): Position {
  const [first] = unfinished;
  const before = first === undefined ? null : toPosition(fromPosition(first as Position) - 1);
  return before !== null && before < watermark ? before : (watermark as Position);
}

/** Whose key it is; null if nobody knows. */
async function organizationOf(events: Pick<EventStore, 'readStream'>, keyId: string): Promise<string | null> {
  const { state } = await load(events, API_KEY, keyId);
  return state.key?.organization_id ?? null;
}
