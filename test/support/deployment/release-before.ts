/** The code of the release before this one, taken out of the repository's history. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Commit of 0.1.0, the only release without a tag. */
const UNTAGGED = 'a01ac8eeb442fb2e1231383e1760bb07f2a5bcd8';
/** As in v1.0.0. */
const TAGS = 'v[0-9]*.[0-9]*.[0-9]*';

type Git = (...args: string[]) => Promise<string>;

export interface ReleaseBefore {
  /** Its root, with this version's packages, which are those that it may import. */
  folder: string;
  remove(): Promise<void>;
}

/**
 * What a deployment is upgraded from: the newest tagged release behind this commit. Null where the clone has no history. Throws where the release
 * may import a package that this version has not, or has in another version.
 */
export async function releaseBefore(): Promise<ReleaseBefore | null> {
  const git: Git = async (...args) => (await run('git', ['-C', ROOT, ...args])).stdout.trim();
  const release = await git('describe', '--tags', '--abbrev=0', '--match', TAGS, 'HEAD^').catch(() => UNTAGGED);
  const isThere = await git('cat-file', '-e', `${release}^{commit}`).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const { path, remove } = await temporaryFolder();
  try {
    return { folder: await unpacked(release, path, git), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function unpacked(release: string, path: string, git: Git): Promise<string> {
  const [archive, folder] = [join(path, 'release.tar'), join(path, 'release')];
  await git('archive', `--output=${archive}`, release);
  await mkdir(folder);
  await run('tar', ['-xf', archive, '-C', folder]);
  const [needed, installed] = [await packagesOf(folder), await packagesOf(ROOT)];
  const others = Object.keys(needed).filter(
    (path) => isOnTop(path) && needed[path]!.version !== installed[path]?.version,
  );
  if (others.length > 0) throw new Error(`${release} needs other packages than this one: ${others}`);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Not the project itself, and no package that another one has for itself: code of the release can't import it. */
function isOnTop(path: string): boolean {
  return path.lastIndexOf('node_modules/') === 0;
}

async function packagesOf(folder: string): Promise<Record<string, { version?: string }>> {
  return JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages;
}
