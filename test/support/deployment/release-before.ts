/** The code of the release before this one, taken out of the repository's history. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..', '..');

/** What a deployment is upgraded from. After a release, its commit takes this one's place. */
export const RELEASE_BEFORE = { version: '0.1.0', commit: 'a01ac8eeb442fb2e1231383e1760bb07f2a5bcd8' };

export interface ReleaseBefore {
  /** Its root, with this version's packages, which are those that it needs. */
  folder: string;
  remove(): Promise<void>;
}

/** Null where the clone has no history. Throws where the release needs a package that this version has not, or has in another version. */
export async function releaseBefore(): Promise<ReleaseBefore | null> {
  const git = (...args: string[]) => run('git', ['-C', ROOT, ...args]);
  const isThere = await git('cat-file', '-e', `${RELEASE_BEFORE.commit}^{commit}`).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const { path, remove } = await temporaryFolder();
  try {
    return { folder: await unpacked(path, git), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function unpacked(path: string, git: (...args: string[]) => Promise<unknown>): Promise<string> {
  const [archive, folder] = [join(path, 'release.tar'), join(path, 'release')];
  await git('archive', `--output=${archive}`, RELEASE_BEFORE.commit);
  await mkdir(folder);
  await run('tar', ['-xf', archive, '-C', folder]);
  const [needed, installed] = [await packagesOf(folder), await packagesOf(ROOT)];
  const others = Object.keys(needed).filter(
    (path) => path !== '' && needed[path]!.version !== installed[path]?.version,
  );
  if (others.length > 0) throw new Error(`${RELEASE_BEFORE.version} needs other packages than this one: ${others}`);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function packagesOf(folder: string): Promise<Record<string, { version?: string }>> {
  return JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages;
}
