/**
 * Where an adapter stores its data, which a contract suite gets from the adapter. Closing the port and opening
 * the location again is a restart.
 */
import { afterEach, beforeEach } from 'node:test';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export interface StorageLocation<Port extends { close(): Promise<void> }, Options = undefined> {
  open(options: Options): Promise<Port>;
  /** Removes the data. All ports of the location are closed before. */
  dispose(): Promise<void>;
}

export interface StorageLocationInUse<Port, Options> {
  open(options: Options): Promise<Port>;
  /** Closes the port that was opened last and opens the location again. */
  reopen(options: Options): Promise<Port>;
}

/** Gives every test of the surrounding suite a new location, and closes the ports that the test opened. */
export function useStorageLocation<Port extends { close(): Promise<void> }, Options>(
  make: () => Promise<StorageLocation<Port, Options>>,
): StorageLocationInUse<Port, Options> {
  let location: StorageLocation<Port, Options>;
  let opened: Port[] = [];
  beforeEach(async () => {
    location = await make();
    opened = [];
  });
  afterEach(async () => {
    for (const port of opened) await port.close();
    await location.dispose();
  });
  const open = async (options: Options) => {
    const port = await location.open(options);
    opened.push(port);
    return port;
  };
  return {
    open,
    async reopen(options) {
      await opened.pop()?.close();
      return open(options);
    },
  };
}

/** A location in a new temporary folder. */
export async function folderPlace<Port extends { close(): Promise<void> }, Options = undefined>(
  open: (folder: string, options: Options) => Port | Promise<Port>,
): Promise<StorageLocation<Port, Options>> {
  const folder = await temporaryFolder();
  return {
    open: async (options) => open(folder.path, options),
    dispose: folder.remove,
  };
}
