/** Puts a backup in the place of a data folder that doesn't exist yet, or is empty. */
import { existsSync } from 'node:fs';
import { chmod, copyFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFile, syncFolder } from '#platform/files/durability.ts';
import { makeFolder } from '#platform/files/make-folder.ts';
import type { Report } from '../control/progress.ts';
import { takeDataFolder } from '../data-folder.ts';
import { RESTORED } from '../embedded/after-restore.ts';
import { BackupError } from './backup-error.ts';
import { checkFiles } from './check.ts';
import type { Manifest } from './manifest.ts';

/** The lock of a folder in which nothing else was ever made. */
const LOCK = 'lock.db';

/**
 * Copies the backup beside the data folder and renames it, so that a restore that was broken off leaves no half a folder.
 * Throws BackupError if the folder holds data, and DataFolderInUseError if a service works in it.
 */
export async function restoreBackup(from: string, dataFolder: string, report: Report): Promise<Manifest> {
  const folder = resolve(dataFolder);
  await requireEmpty(folder);
  const manifest = await checkFiles(from, report);
  const unfinished = `${folder}.restoring`;
  await rm(unfinished, { recursive: true, force: true });
  makeFolder(unfinished);
  try {
    const folders = new Set<string>([unfinished]);
    for (const [done, { path }] of manifest.files.entries()) {
      report({ label: 'copying', done, total: manifest.files.length });
      const target = join(unfinished, ...path.split('/'));
      makeFolder(dirname(target));
      folders.add(dirname(target));
      await copyFile(join(from, ...path.split('/')), target);
      await chmod(target, 0o600);
      await syncFile(target);
    }
    await writeFile(join(unfinished, RESTORED), '');
    for (const each of folders) await syncFolder(each);
    await requireEmpty(folder);
    await rm(join(folder, LOCK), { force: true });
    if (existsSync(folder)) await rmdir(folder);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function requireEmpty(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  // Throws where a service works; without a lock, no service has ever worked there, and the folder may be somebody else's.
  if (existsSync(join(folder, LOCK))) takeDataFolder(folder).release();
  const names = (await readdir(folder)).filter((name) => !name.startsWith(LOCK));
  if (names.length > 0) {
    throw new BackupError(`${folder} is not empty: move it away first, or set EVIDENCE_DATA_DIR to another folder`);
  }
}
