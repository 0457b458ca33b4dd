/**
 * Builds FerretDB, an independent server of MongoDB's protocol, from Go's module registry into a cache folder outside
 * the repository. go.sum pins what is built.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, mustRun, UnavailableError } from '../cache.ts';

export const FERRETDB_VERSION = '1.24.0';

const SOURCES = ['main.go', 'go.mod', 'go.sum'];
const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * The first build takes a minute on two cores, and names each package that it has compiled. On a busy machine it takes
 * many times as long; one that is silent for so long most probably waits for the registry.
 */
const SILENT_MS = 240_000;
/** No build takes this long: the process id in an older lock may be another process's by now. */
const LOCK_LIMIT_MS = 3_600_000;
/** If a build took at least LATE_MS to fail, none is tried for GIVEN_UP_MS: every test file would wait for it. */
const LATE_MS = 10_000;
const GIVEN_UP_MS = 600_000;
/** Packages that are downloaded or have been compiled. */
const PROGRESS = /^(?:go: downloading .*|[\w.~/-]+)$/;
const POLL_MS = 200;

/** Returns the path of the program; builds it if needed. Throws UnavailableError. */
export async function ferretDbProgram(): Promise<string> {
  const cache = cacheFolder(`ferretdb-${FERRETDB_VERSION}`);
  const program = join(cache, `ferretdb-${await nameOfSources()}${process.platform === 'win32' ? '.exe' : ''}`);
  if (existsSync(program)) return program;
  await mustRun('go', ['version'], 'Go is not installed');
  await mkdir(cache, { recursive: true });
  await withLock(`${program}.building`, async () => {
    if (!existsSync(program)) await build(program);
  });
  return program;
}

/** Hash of sources and platform, so that other builds stay in the cache. */
async function nameOfSources(): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const name of SOURCES) hash.update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

async function build(program: string): Promise<void> {
  const givenUp = `${program}.given-up`;
  const since = await ageOf(givenUp);
  if (since !== null && since < GIVEN_UP_MS) {
    throw new UnavailableError('Go could not build FerretDB some minutes ago');
  }
  const work = `${program}.${process.pid}`;
  const started = performance.now();
  try {
    const args = ['build', '-v', '-mod=readonly', '-buildvcs=false', '-trimpath', '-o', work, '.'];
    // Uses the installed Go; doesn't download a toolchain.
    const env = { GOTOOLCHAIN: 'local', GO111MODULE: 'on', GOWORK: 'off', CGO_ENABLED: '0' };
    const options = { cwd: folder, env, silentMs: SILENT_MS, progress: PROGRESS };
    await mustRun('go', args, 'Go could not build FerretDB', options);
    await rename(work, program);
  } catch (error) {
    if (performance.now() - started >= LATE_MS) await writeFile(givenUp, '');
    throw error;
  } finally {
    await rm(work, { force: true });
  }
}

/** Runs the work under a lock between processes: the file `mark` exists as long as the work runs. */
async function withLock(mark: string, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await writeFile(mark, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isStale(mark)) await rm(mark, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  try {
    await work();
  } finally {
    await rm(mark, { force: true });
  }
}

/** Whether the lock's process was killed. The age counts too, because its process id may have been reused. */
async function isStale(mark: string): Promise<boolean> {
  const age = await ageOf(mark);
  if (age === null || age < POLL_MS) return false;
  if (age > LOCK_LIMIT_MS) return true;
  try {
    process.kill(Number(await readFile(mark, 'utf8')), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function ageOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => null,
  );
}
