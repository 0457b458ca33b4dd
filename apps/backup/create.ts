/**
 * Backs up a data folder, whether a service works in it or not. A backup is a folder of its own; it has its name only once
 * it is complete, so that one that was broken off is never taken for a backup.
 */
import { type Dirent, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { ChainHead } from '#domain/audit/chain.ts';
import { auditStream } from '#domain/audit/events.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { syncFile, syncFolder } from '#platform/files/durability.ts';
import { makeFolder } from '#platform/files/make-folder.ts';
import { LogFile } from '#platform/sqlite/events/log-file.ts';
import { readAuditHead } from '#streams/audit-trail.ts';
import type { Report } from '../control/progress.ts';
import { VERSION } from '../version.ts';
import { BackupError } from './backup-error.ts';
import { BLOBS, DATABASES, FILES, LOG, MASTER_KEY, VAULT } from './files.ts';
import { describeFile, MANIFEST, type Manifest, type ManifestFile, newManifest } from './manifest.ts';
import { type Snapshot, takeSnapshots } from './snapshot.ts';

export interface BackupRequest {
  dataFolder: string;
  /** Where backups are kept; each is a folder in it. */
  target: string;
  /** Removes all but this many of the newest backups; null keeps all. */
  keep: number | null;
  withMasterKey: boolean;
  now: Date;
  report: Report;
}

export interface BackupMade {
  folder: string;
  manifest: Manifest;
  bytes: number;
  /** Folders of older backups that were removed. */
  removed: string[];
}

const UNFINISHED = '.unfinished-';
/** `evidence-2026-11-28T20-15-00Z`: sorts by time. */
const NAME = /^evidence-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Throws BackupError if there is no data, or a backup of this second. */
export async function createBackup(request: BackupRequest): Promise<BackupMade> {
  const { dataFolder, target, now, report } = request;
  if (!existsSync(join(dataFolder, LOG))) throw new BackupError(`${dataFolder} holds no data of a service`);
  const parent = resolve(target);
  if (parent === resolve(dataFolder) || parent.startsWith(resolve(dataFolder) + sep)) {
    throw new BackupError('a backup inside the data folder would be lost with it: name another folder');
  }
  const name = `evidence-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = join(parent, name);
  if (existsSync(folder)) throw new BackupError(`${folder} exists already`);
  makeFolder(parent);
  const unfinished = join(parent, `${UNFINISHED}${name}-${process.pid}`);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const files = await copyAll(request, unfinished);
    const manifest = newManifest({
      version: VERSION,
      created_at: now.toISOString(),
      includes_master_key: request.withMasterKey,
      files,
      ...(await contentsOf(unfinished, files)),
    });
    await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await syncFile(join(unfinished, MANIFEST));
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(parent);
    report({ label: 'removing old backups', done: 0, total: null });
    const removed = request.keep === null ? [] : await removeOld(parent, request.keep);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { folder, manifest, bytes, removed };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function copyAll(request: BackupRequest, to: string): Promise<ManifestFile[]> {
  const { dataFolder, withMasterKey, report } = request;
  const paths: string[] = [];
  const snapshots = takeSnapshots(dataFolder, DATABASES);
  try {
    // An erasure waits until nobody reads the keys.
    const keysFirst = snapshots.toSorted((a, b) => Number(b.name === VAULT) - Number(a.name === VAULT));
    for (const snapshot of keysFirst) {
      await copyDatabase(snapshot, join(to, snapshot.name), report);
      paths.push(snapshot.name);
    }
  } finally {
    for (const snapshot of snapshots) snapshot.release();
  }
  for (const name of withMasterKey ? [...FILES, MASTER_KEY] : FILES) {
    if (await copyIfThere(join(dataFolder, name), join(to, name))) paths.push(name);
    else if (name === MASTER_KEY) {
      throw new BackupError('the master key is not in the data folder: it comes from EVIDENCE_MASTER_KEY');
    }
  }
  paths.push(...(await copyBlobs(join(dataFolder, BLOBS), to, report)));
  const files: ManifestFile[] = [];
  for (const [done, path] of paths.entries()) {
    report({ label: 'computing checksums', done, total: paths.length });
    files.push(await describeFile(to, path));
  }
  return files;
}

async function copyDatabase(snapshot: Snapshot, target: string, report: Report): Promise<void> {
  await snapshot.copy(target, (done, total) => report({ label: `copying ${snapshot.name}`, done, total }));
  snapshot.release();
  await chmod(target, 0o600);
  await syncFile(target);
}

/** Blobs that are deleted meanwhile are left out: what they belonged to has expired, or needs them no more. */
async function copyBlobs(from: string, to: string, report: Report): Promise<string[]> {
  const entries: Dirent[] = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.'));
  const copied: string[] = [];
  for (const [done, path] of files.entries()) {
    report({ label: 'copying blobs', done, total: files.length });
    const target = join(to, BLOBS, path);
    makeFolder(dirname(target));
    if (await copyIfThere(join(from, path), target)) copied.push([BLOBS, ...path.split(sep)].join('/'));
  }
  return copied;
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await chmod(to, 0o600);
  await syncFile(to);
  return true;
}

async function contentsOf(folder: string, files: readonly ManifestFile[]): Promise<Pick<Manifest, 'counts' | 'audit'>> {
  const log = new LogFile(join(folder, LOG));
  try {
    const chains = log.streams(auditStream('')).map((stream) => stream.slice(auditStream('').length));
    const audit = await Promise.all(
      chains.map(async (organization_id) => ({
        organization_id,
        ...endOf((await readAuditHead(log, organization_id)).head),
      })),
    );
    const blobs = files.filter(({ path }) => path.startsWith(`${BLOBS}/`)).length;
    const verifications = log.streams(VERIFICATION.streamPrefix).length;
    return { audit, counts: { events: log.count(), verifications, blobs } };
  } finally {
    log.close();
  }
}

function endOf({ seq, hash }: ChainHead): { seq: number; hash: string } {
  return { seq, hash };
}

/** Removes backups beyond the newest `keep`, and what broken-off ones left behind. */
async function removeOld(parent: string, keep: number): Promise<string[]> {
  const names = await readdir(parent);
  const old = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .slice(0, -keep);
  for (const name of [...old, ...names.filter(isAbandoned)])
    await rm(join(parent, name), { recursive: true, force: true });
  return old.map((name) => join(parent, name));
}

/** Of a process that is gone. */
function isAbandoned(name: string): boolean {
  if (!name.startsWith(UNFINISHED)) return false;
  try {
    process.kill(Number(name.slice(name.lastIndexOf('-') + 1)), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).errno === -constants.errno.ESRCH;
  }
}
