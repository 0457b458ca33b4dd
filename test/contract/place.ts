/**
 * A place where an adapter stores data, which a contract suite gets from the adapter. Closing the port and opening the
 * place again is a restart.
 */
import { afterEach, beforeEach } from 'node:test';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export interface Place<Port extends { close(): Promise<void> }, Options = undefined> {
  open(options: Options): Promise<Port>;
  /** Removes the data. All ports of the place are closed before. */
  dispose(): Promise<void>;
}

export interface PlaceInUse<Port, Options> {
  open(options: Options): Promise<Port>;
  /** Closes the port that was opened last and opens the place again. */
  reopen(options: Options): Promise<Port>;
}

/** Gives every test of the surrounding suite a new place, and closes the ports that the test opened. */
export function usePlace<Port extends { close(): Promise<void> }, Options>(
  make: () => Promise<Place<Port, Options>>,
): PlaceInUse<Port, Options> {
  let place: Place<Port, Options>;
  let opened: Port[] = [];
  beforeEach(async () => {
    place = await make();
    opened = [];
  });
  afterEach(async () => {
    for (const port of opened) await port.close();
    await place.dispose();
  });
  const open = async (options: Options) => {
    const port = await place.open(options);
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

/** A place in a new temporary folder. */
export async function folderPlace<Port extends { close(): Promise<void> }, Options = undefined>(
  open: (folder: string, options: Options) => Port | Promise<Port>,
): Promise<Place<Port, Options>> {
  const folder = await temporaryFolder();
  return {
    open: async (options) => open(folder.path, options),
    dispose: folder.remove,
  };
}
