/**
 * A cache of size, times of change and content hash of the library's files, so that the next start need not read
 * unchanged ones.
 */
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

interface FileState {
  size: number;
  mtime_ms: number;
  ctime_ms: number;
  content_hash: string;
}

/** A file may change again within the resolution of its times; one that is this old when read will not. */
const SETTLED_MS = 2_000;

/** The fields of `fs.Stats` that identify a version of a file. */
export interface FileTimes {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
}

export interface FileStates {
  /** The content hash of the file if it is unchanged since it was read, or null. */
  knownHash(path: string, times: FileTimes): string | null;
  /** Records a file; `times` are from before it was read at `nowMs`. */
  put(path: string, times: FileTimes, contentHash: string, nowMs: number): void;
  /** Writes the recorded states; files that were not seen are dropped. */
  save(): Promise<void>;
}

/** A missing or malformed file counts as empty, so all files are read again. */
export function openFileStates(file: string): FileStates {
  const before = load(file);
  const seen: Record<string, FileState> = {};
  return {
    knownHash(path, { size, mtimeMs, ctimeMs }) {
      const state = before[path];
      if (state?.size !== size || state.mtime_ms !== mtimeMs || state.ctime_ms !== ctimeMs) return null;
      seen[path] = state;
      return state.content_hash;
    },
    put(path, { size, mtimeMs, ctimeMs }, content_hash, nowMs) {
      if (nowMs - Math.max(mtimeMs, ctimeMs) < SETTLED_MS) return;
      seen[path] = { size, mtime_ms: mtimeMs, ctime_ms: ctimeMs, content_hash };
    },
    async save() {
      if (sameStates(before, seen)) return;
      await writeFile(`${file}.new`, JSON.stringify(seen), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}

/** States are reused, so unchanged ones are the same objects. */
function sameStates(a: Record<string, FileState>, b: Record<string, FileState>): boolean {
  const paths = Object.keys(a);
  return paths.length === Object.keys(b).length && paths.every((path) => a[path] === b[path]);
}

function load(file: string): Record<string, FileState> {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(stored) && Object.values(stored).every(isFileState) ? (stored as Record<string, FileState>) : {};
  } catch {
    return {};
  }
}

/** Without a schema, as a start checks thousands of them and a schema would have to be compiled first. */
function isFileState(value: unknown): boolean {
  if (!isObject(value)) return false;
  const numbers = [value.size, value.mtime_ms, value.ctime_ms];
  return numbers.every((number) => typeof number === 'number') && typeof value.content_hash === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
