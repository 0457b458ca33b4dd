/** Recognizes, by the codes of SQLite and of the operating system, that a volume takes no more writes. */
import { StorageUnwritableError, type UnwritableReason } from '#contracts/ports/storage.ts';

const SYSTEM_CODES: Readonly<Record<string, UnwritableReason>> = {
  ENOSPC: 'full',
  EDQUOT: 'quota',
  EROFS: 'read_only',
  EIO: 'write_error',
};

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
/**
 * Extended codes of SQLITE_IOERR: writing, flushing a file and its folder, truncating, and making room for the index of
 * the write-ahead log. Failed reads are others.
 */
const FAILED_WRITES: ReadonlySet<number> = new Set([3, 4, 5, 6, 19, 21].map((part) => SQLITE_IOERR | (part << 8)));

/** The port's error for a write that the volume refused; any other error as it is. */
export function recognizingUnwritable(error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === null ? error : new StorageUnwritableError(reason, { cause: error });
}

function reasonOf(error: unknown): UnwritableReason | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return reasonOfSqlite(errcode);
  return typeof code === 'string' ? (SYSTEM_CODES[code] ?? null) : null;
}

function reasonOfSqlite(errcode: number): UnwritableReason | null {
  switch (errcode & 0xff) {
    case SQLITE_FULL:
      return 'full';
    case SQLITE_READONLY:
      return 'read_only';
    case SQLITE_IOERR:
      return FAILED_WRITES.has(errcode) ? 'write_error' : null;
    default:
      return null;
  }
}
