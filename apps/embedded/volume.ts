/** The volume of the data folder, as storage that may fill up. */
import { open, rm, statfs } from 'node:fs/promises';
import { recognizingUnwritable } from '#platform/unwritable.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Storage } from '../parts/storage-watch.ts';

/** Less room than this counts as none: a long text takes as much. */
const LEAST_ROOM_BYTES = 1024 * 1024;

export function volumeOf(folder: DataFolder): Storage {
  return {
    name: folder.path,
    tryWrite: () => tryWrite(folder.file('room-test')),
    async hasRoom() {
      const { bavail, bsize } = await statfs(folder.path);
      return bavail * bsize >= LEAST_ROOM_BYTES;
    },
  };
}

async function tryWrite(path: string): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(Buffer.alloc(LEAST_ROOM_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw recognizingUnwritable(error);
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
