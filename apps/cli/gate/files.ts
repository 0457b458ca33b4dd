/** The files that a check is about. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../usage-error.ts';

const run = promisify(execFile);
/** What patterns never match. */
const PASSED_OVER = new Set(['node_modules', '.git']);
const IS_PATTERN = /[*?[\]{}]/;

/**
 * The files that these names and patterns (for shells that don't expand them) stand for, each once, with
 * slashes, relative to the working folder where they lie in it. Throws UsageError for a pattern that matches nothing.
 */
export async function filesOf(patterns: readonly string[]): Promise<string[]> {
  return [...new Set((await expanded(patterns)).map(nameOf))];
}

/** Each pattern as the files that it matches, and each name as it is, each once. Throws UsageError for a pattern that matches nothing. */
export async function expanded(patterns: readonly string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    // A file may be called [draft].md.
    if (!IS_PATTERN.test(pattern) || existsSync(pattern)) files.add(pattern);
    else for (const file of await matching(pattern)) files.add(file);
  }
  return [...files];
}

async function matching(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { exclude: (name) => PASSED_OVER.has(name) })) {
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) found.push(path);
  }
  if (found.length === 0) throw new UsageError(`${pattern} matches no file`);
  return found.sort();
}

/** The files of these that differ from a commit, or are new, by git. Throws UsageError if git can't tell. */
export async function changedSince(reference: string, files: readonly string[]): Promise<string[]> {
  if (reference.startsWith('-')) throw new UsageError('--changed-since takes a commit, a branch or a tag');
  try {
    // Null-terminated, as names may hold anything; relative to this folder, as the given ones are.
    const options = { maxBuffer: 64 * 1024 * 1024 };
    const [changed, added] = await Promise.all([
      run('git', ['diff', '--name-only', '--relative', '--diff-filter=d', '-z', reference, '--'], options),
      run('git', ['ls-files', '--others', '--exclude-standard', '-z'], options),
    ]);
    const names = new Set(`${changed.stdout}${added.stdout}`.split('\0'));
    return files.filter((file) => names.has(file));
  } catch (error) {
    const { stderr, code } = error as { stderr?: string; code?: unknown };
    const reason = stderr?.split('\n')[0] || (code === 'ENOENT' ? 'git is not installed' : 'git failed');
    throw new UsageError(`--changed-since ${reference}: ${reason}`);
  }
}

function nameOf(path: string): string {
  const inside = relative('', resolve(path));
  const name = inside.startsWith('..') || isAbsolute(inside) ? path : inside;
  return name.split(sep).join('/');
}
