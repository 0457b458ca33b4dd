/** Flushes files and folders: a created, renamed or removed file name is durable only once its folder has been flushed. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Windows cannot open folders for flushing; its file systems journal names by themselves. */
const FOLDERS_CAN_BE_FLUSHED = process.platform !== 'win32';

export function syncFolderSync(folder: string): void {
  if (!FOLDERS_CAN_BE_FLUSHED) return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export async function syncFolder(folder: string): Promise<void> {
  if (!FOLDERS_CAN_BE_FLUSHED) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a file. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a file (mode 0600) that appears complete and durable under its name, or not at all. */
export function writeNewFile(file: string, text: string): void {
  const temporary = `${file}.new`;
  const descriptor = openSync(temporary, 'w', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
  syncFolderSync(dirname(file));
}
