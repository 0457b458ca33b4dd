/** Stores on a MongoDB that runs for one test file; every place is a separate database. */
import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import { MongoClient } from 'mongodb';
import { systemClock } from '#common/time.ts';
import { type MasterKey, masterKey } from '#platform/crypto/key-wrapping.ts';
import { type MongoStores, openMongoStores } from '#platform/mongodb/stores.ts';
import { ferretDbServer, reportFerretDb, unlessMissing } from '#test/support/servers/ferretdb.ts';
import { type MongoServer, mongoServer, reportMongo } from '#test/support/servers/mongodb.ts';
import type { StorageLocation } from './storage-location.ts';

type Masters = { master: MasterKey; previousMaster: MasterKey | null };
type PortName = Exclude<keyof MongoStores, 'close'>;
type MakePlace<Name extends PortName> = () => Promise<StorageLocation<MongoStores[Name], Masters | undefined>>;

/** Creates places for a port. Closing the port closes its connection. */
export async function mongoPlaces<Name extends PortName>(port: Name): Promise<MakePlace<Name>> {
  const server = await mongoServer();
  before((context) => reportMongo(context as Parameters<typeof reportMongo>[0], server));
  return placesOn(server, port);
}

/** Runs a suite for a port on FerretDB, or skips it with the reason if there is none. */
export async function onFerretDb<Name extends PortName>(
  port: Name,
  suite: (makePlace: MakePlace<Name>) => void,
): Promise<void> {
  const server = await ferretDbServer();
  before((context) => reportFerretDb(context as Parameters<typeof reportFerretDb>[0], server));
  describe('FerretDB', unlessMissing(server), () => {
    if (!('reason' in server)) suite(placesOn(server, port));
  });
}

function placesOn<Name extends PortName>(server: MongoServer, port: Name): MakePlace<Name> {
  after(() => server.stop());
  const master = masterKey(new Uint8Array(32).fill(7));

  async function open(database: string, masters: Masters): Promise<MongoStores[Name]> {
    const stores = await openMongoStores({ url: server.url, database, clock: systemClock, ...masters });
    const store = stores[port];
    return new Proxy(store, {
      get: (target, name) => (name === 'close' ? stores.close : Reflect.get(target, name)),
    });
  }

  return async () => {
    const database = `${server.database.slice(0, 20)}_${randomUUID().replaceAll('-', '')}`;
    return {
      open: (masters) => open(database, masters ?? { master, previousMaster: null }),
      dispose: () => dropDatabase(server.url, database),
    };
  };
}

async function dropDatabase(url: string, database: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db(database).dropDatabase();
  await client.close();
}
