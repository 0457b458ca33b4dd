/**
 * What the files of the library folder looked like when they were last read, so that the next start need not read the
 * unchanged ones: size and both times of change, beside the hash of the content that was found then.
 */
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

interface FileState {
  size: number;
  mtime_ms: number;
  ctime_ms: number;
  content_hash: string;
}

/** A file may change again within the resolution of its times; one that is this old when read has settled. */
const SETTLED_MS = 2_000;

/** The part of `fs.Stats` that tells one version of a file from another. */
export interface FileTimes {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
}

export interface FileStates {
  /** Hash of the content of the file at `path` if it has not been touched since it was read, or null. */
  knownHash(path: string, times: FileTimes): string | null;
  /** Remembers the file, `times` being those from before it was read at `nowMs`. */
  remember(path: string, times: FileTimes, contentHash: string, nowMs: number): void;
  /** Writes what was remembered since it was opened; what was not met is forgotten. */
  save(): Promise<void>;
}

/** Nothing is known where the file is not there or cannot be understood: then all is read again. */
export function openFileStates(file: string): FileStates {
  const before = load(file);
  const met: Record<string, FileState> = {};
  return {
    knownHash(path, { size, mtimeMs, ctimeMs }) {
      const state = before[path];
      if (state?.size !== size || state.mtime_ms !== mtimeMs || state.ctime_ms !== ctimeMs) return null;
      met[path] = state;
      return state.content_hash;
    },
    remember(path, { size, mtimeMs, ctimeMs }, content_hash, nowMs) {
      if (nowMs - Math.max(mtimeMs, ctimeMs) < SETTLED_MS) return;
      met[path] = { size, mtime_ms: mtimeMs, ctime_ms: ctimeMs, content_hash };
    },
    async save() {
      if (sameStates(before, met)) return;
      await writeFile(`${file}.new`, JSON.stringify(met), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}

/** States are taken over as they are, so those that did not change are the same objects. */
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

/** By hand: a start looks at thousands of them, and a schema would be compiled for that. */
function isFileState(value: unknown): boolean {
  if (!isObject(value)) return false;
  const numbers = [value.size, value.mtime_ms, value.ctime_ms];
  return numbers.every((number) => typeof number === 'number') && typeof value.content_hash === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
