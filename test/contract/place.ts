/**
 * What a contract suite gets from an adapter: a place where it keeps data. Opening a place again after closing what
 * was open is a restart.
 */
import { afterEach, beforeEach } from 'node:test';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export interface Place<Port extends { close(): Promise<void> }, Options = undefined> {
  open(options: Options): Promise<Port>;
  /** Everything in it is closed by then. */
  dispose(): Promise<void>;
}

export interface PlaceInUse<Port, Options> {
  open(options: Options): Promise<Port>;
  /** Closes what `open` answered last and opens the place anew. */
  reopen(options: Options): Promise<Port>;
}

/** Gives every test of the surrounding suite a fresh place, and closes what the test opened in it. */
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

/** A place in a new folder that is removed afterwards. */
export async function folderPlace<Port extends { close(): Promise<void> }, Options = undefined>(
  open: (folder: string, options: Options) => Port | Promise<Port>,
): Promise<Place<Port, Options>> {
  const folder = await temporaryFolder();
  return {
    open: async (options) => open(folder.path, options),
    dispose: folder.remove,
  };
}
