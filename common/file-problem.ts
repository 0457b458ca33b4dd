/** Why a file or folder could not be used, in words for whoever named it. */

const WORDS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is no folder, or something on its path is none',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'there is no room on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
};

/** Of an error of Node's file functions or of SQLite: `there is no room on the disk (ENOSPC)`, `database or disk is full`. */
export function fileProblem(error: unknown): string {
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  if (code === undefined || code === 'ERR_SQLITE_ERROR') return message ?? 'for an unknown reason';
  const words = code === 'ENOENT' && syscall === 'mkdir' ? 'no folder can be made there' : WORDS[code];
  return words === undefined ? code : `${words} (${code})`;
}
