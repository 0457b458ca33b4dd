/** A library that was indexed before passages had terms of their language. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { MongoClient } from 'mongodb';
import { systemClock } from '#common/time.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { openMongoStores } from '#platform/mongodb/stores.ts';
import { type MongoServer, mongoServer, reportMongo } from '#test/support/servers/mongodb.ts';

let server: MongoServer;
before(async (context) => {
  server = await mongoServer();
  reportMongo(context as Parameters<typeof reportMongo>[0], server);
});
after(() => server.stop());

const GERMAN = 'Die Fährgesellschaft betreibt seit 1987 zwei Fähren zwischen den Inseln und dem Festland.';

test('its passages get their terms at the next opening, and are found by them', async () => {
  const database = `terms-${randomUUID()}`;
  const master = masterKey(new Uint8Array(32).fill(7));
  const open = () => openMongoStores({ url: server.url, database, clock: systemClock, master, previousMaster: null });
  const stores = await open();
  await stores.library.put([
    {
      path: 'ferries.txt',
      title: 'Fähren',
      publisher: '',
      publication_date: null,
      licence: null,
      content_hash: 'a',
      passages: [GERMAN],
    },
  ]);
  await stores.close();

  const client = await MongoClient.connect(server.url);
  try {
    const collections = await client.db(database).collections();
    const indexesOf = async (name: string) => client.db(database).collection(name).indexes();
    const names = collections.map(({ collectionName }) => collectionName);
    const indexes = await Promise.all(names.map(indexesOf));
    const at = indexes.findIndex((each) => each.some(({ weights }) => weights !== undefined));
    const passages = client.db(database).collection(names[at]!);
    const index = indexes[at]!.find(({ weights }) => weights !== undefined)!;
    await passages.dropIndex(index.name!);
    await passages.updateMany({}, { $unset: { terms: true } });
    await passages.createIndex({ text: 'text' }, { name: 'former', default_language: 'english' });

    const again = await open();
    try {
      const terms = (await passages.findOne())?.terms;
      assert.equal(typeof terms, 'string');
      const names = (await passages.indexes()).flatMap(({ name, weights }) => (weights === undefined ? [] : [name]));
      assert.equal(names.length, 1);
      assert.notEqual(names[0], 'former');
      const [found] = await again.library.search([{ terms: (terms as string).split(' ').slice(0, 2), limit: 3 }]);
      assert.equal(found?.[0]?.text, GERMAN);
    } finally {
      await again.close();
    }
  } finally {
    await client.close();
  }
});
