/** Copies what the servers of the distributed shape hold into a data folder. The servers stay as they are. */
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { START } from '#contracts/ports/event-store.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { syncFolder, writeNewFile } from '#platform/files/durability.ts';
import { makeFolder } from '#platform/files/make-folder.ts';
import type { DistributedConfiguration } from '../configuration.ts';
import type { Report } from '../control/progress.ts';
import { takeDataFolder } from '../data-folder.ts';
import { RESTORED } from '../embedded/after-restore.ts';
import { openOrClose } from '../parts/closing.ts';
import { ownerOf } from '../parts/deployment.ts';
import { openEmbeddedSide } from './embedded-side.ts';
import { beginningOf, isOfDeployment } from './marks.ts';
import { type Moved, move } from './move.ts';
import { MoveError } from './move-error.ts';
import { openServerSide, type ServerSide } from './server-side.ts';

const LOCK = 'lock.db';
/** Names the deployment in a folder that is not complete. */
const UNFINISHED = 'move-unfinished';

/**
 * Builds the folder beside its place and renames it at the end. `tell` gets the result before the move is marked as over,
 * so whoever was not told can repeat it. Throws MoveError, DataFolderInUseError, and the errors of opening the stores.
 * What it has copied stays when it fails or is killed; the next one goes on there.
 */
export async function moveToEmbedded(
  dataFolder: string,
  configuration: DistributedConfiguration,
  { withMasterKey }: { withMasterKey: boolean },
  report: Report,
  tell: (moved: Moved) => Promise<void>,
): Promise<void> {
  const place = resolve(dataFolder);
  if (!wasKilledAtItsEnd(place)) await requireEmpty(place);
  const unfinished = `${place}.moving`;
  const opened = await openOrClose(async (closing) => {
    const source = await openServerSide(configuration, requireStopped);
    closing.defer(() => source.close());
    const deployment = await ownerOf(source.events);
    if (deployment === null) throw new MoveError('the servers hold no deployment of the service');
    const begun = beginningOf(deployment, await source.events.head());
    await takeBack(place, unfinished, begun);
    const folder = takeDataFolder(unfinished);
    closing.defer(() => folder.release());
    await markBegun(unfinished, deployment, begun);
    const target = await openEmbeddedSide(unfinished, [masterKey(configuration.masterKey)]);
    closing.defer(() => target.close());
    return { source, target, close: () => closing.disposeAsync() };
  });
  let moved: Moved;
  try {
    moved = await move(opened.source, opened.target, report);
  } finally {
    await opened.close();
  }
  await complete(unfinished, place, withMasterKey ? configuration.masterKey : null);
  await tell(moved);
  await rm(join(place, UNFINISHED));
}

/** Processes at work would change what is copied. */
async function requireStopped({ events, database }: Pick<ServerSide, 'events' | 'database'>): Promise<void> {
  if ((await events.head()) === START) throw new MoveError('the servers hold no deployment of the service');
  if (await database.isInUse(Date.now())) {
    throw new MoveError('processes of the service are at work on these servers: stop all of them, and wait a minute');
  }
}

/** Whether a move was killed after it had put the folder in its place, and no service has started there since. */
function wasKilledAtItsEnd(place: string): boolean {
  return existsSync(join(place, UNFINISHED)) && existsSync(join(place, RESTORED));
}

/** The move that was killed at its end goes on where it was built, so that this one can give its proof. */
async function takeBack(place: string, unfinished: string, begun: string): Promise<void> {
  if (!wasKilledAtItsEnd(place)) return;
  if (existsSync(unfinished) || (await readFile(join(place, UNFINISHED), 'utf8')) !== begun) throw notEmpty(place);
  takeDataFolder(place).release();
  await rename(place, unfinished);
}

async function markBegun(folder: string, deployment: string, begun: string): Promise<void> {
  const mark = join(folder, UNFINISHED);
  if (!existsSync(mark)) {
    const names = (await readdir(folder)).filter((name) => !name.startsWith(LOCK));
    if (names.length > 0) throw new MoveError(`${folder} is not empty, and not of a move: remove it first`);
    return writeNewFile(mark, begun);
  }
  const found = await readFile(mark, 'utf8');
  if (found === begun) return;
  const why = isOfDeployment(found, deployment)
    ? 'was begun before the servers were used again, and holds what was erased on them since'
    : 'is of a move of another deployment that was not finished';
  throw new MoveError(`${folder} ${why}: remove it first`);
}

async function complete(unfinished: string, place: string, key: Uint8Array | null): Promise<void> {
  const keyFile = join(unfinished, 'master-key');
  await rm(keyFile, { force: true });
  if (key !== null) writeNewFile(keyFile, `${Buffer.from(key).toString('base64')}\n`);
  // The first start erases what has expired meanwhile before it listens.
  await writeFile(join(unfinished, RESTORED), '');
  await syncFolder(unfinished);
  await requireEmpty(place);
  if (existsSync(place)) {
    for (const name of await readdir(place)) await rm(join(place, name));
    await rmdir(place);
  } else makeFolder(dirname(place));
  await rename(unfinished, place);
  await syncFolder(dirname(place));
}

async function requireEmpty(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  // Throws where a service works.
  takeDataFolder(folder).release();
  const names = (await readdir(folder)).filter((name) => !name.startsWith(LOCK));
  if (names.length > 0) throw notEmpty(folder);
}

function notEmpty(folder: string): MoveError {
  return new MoveError(`${folder} is not empty: move it away first, or set EVIDENCE_DATA_DIR to another folder`);
}
