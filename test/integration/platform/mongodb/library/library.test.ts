/** The library in several processes: what one has cached, and what another changes meanwhile. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type CommandStartedEvent, type Db, MongoClient } from 'mongodb';
import type { LibraryDocument } from '#contracts/ports/evidence-library.ts';
import { CurrentSnapshot } from '#platform/mongodb/library/current-snapshot.ts';
import { MongoEvidenceLibrary } from '#platform/mongodb/library/evidence-library.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { mongoServer, reportMongo } from '#test/support/servers/mongodb.ts';
import { clientOfDouble } from '#test/support/servers/mongodb-double.ts';

const TEN_MINUTES = 600_000;

const HARBOUR = document('harbour.md', ['The harbour was dredged in 1998.', 'It is eleven metres deep.']);

function document(path: string, passages: string[]): LibraryDocument {
  const content_hash = passages.join('|');
  return { path, title: path, publisher: 'P', publication_date: null, licence: null, content_hash, passages };
}

/** A database that waits before or after a call of its collections until it is released. */
class Held {
  readonly database: Db;
  readonly #gates = new Map<string, Gate>();

  constructor(database: Db) {
    const collection = (name: string) =>
      new Proxy(database.collection(name), {
        get: (target, method: string) => {
          const member: unknown = Reflect.get(target, method, target);
          if (typeof member !== 'function') return member;
          const call = member.bind(target) as (...parameters: unknown[]) => unknown;
          const before = this.#gates.get(`before ${method}`);
          const after = this.#gates.get(`after ${method}`);
          if (before === undefined && after === undefined) return call;
          return async (...parameters: unknown[]) => {
            await before?.pass();
            const result = await call(...parameters);
            await after?.pass();
            return result;
          };
        },
      });
    this.database = { collection } as unknown as Db;
  }

  before(method: string): Gate {
    return this.#gate(`before ${method}`);
  }

  after(method: string): Gate {
    return this.#gate(`after ${method}`);
  }

  #gate(place: string): Gate {
    const gate = new Gate();
    this.#gates.set(place, gate);
    return gate;
  }
}

class Gate {
  readonly #reached = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();
  readonly reached = this.#reached.promise;

  async pass(): Promise<void> {
    this.#reached.resolve();
    await this.#released.promise;
  }

  release(): void {
    this.#released.resolve();
  }
}

/** A process's library, and the text searches that it sends. */
async function libraries(context: TestContext) {
  const server = await mongoServer();
  reportMongo(context, server);
  const clients: MongoClient[] = [];
  context.after(async () => {
    for (const client of clients) await client.close();
    await server.stop();
  });
  const clock = new ManualClock();
  return {
    clock,
    async open() {
      const client = await new MongoClient(server.url, { monitorCommands: true }).connect();
      clients.push(client);
      const searches: string[] = [];
      const atOnce = { most: 0 };
      const asking = new Set<number>();
      client.on('commandStarted', ({ command, requestId }: CommandStartedEvent) => {
        const listed = command.filter?.$text;
        const counted = command.pipeline?.[0]?.$match?.$text;
        if (listed) searches.push(`list ${listed.$search}`);
        if (counted) searches.push(`count ${counted.$search}`);
        if (listed || counted) asking.add(requestId);
        atOnce.most = Math.max(atOnce.most, asking.size);
      });
      client.on('commandSucceeded', ({ requestId }) => void asking.delete(requestId));
      const database = client.db(server.database);
      const library = new MongoEvidenceLibrary(database, clock);
      await library.prepare();
      const find = async (...terms: string[]) =>
        (await library.search([{ terms, limit: 3 }]))[0]!.map(({ text }) => text);
      return { library, database, searches, atOnce, find };
    },
  };
}

test('a term is looked up once for all queries, until the library changes', async (context) => {
  const { open } = await libraries(context);
  const one = await open();
  const other = await open();
  await one.library.put([HARBOUR]);
  const queries = [
    { terms: ['harbour', 'deep'], limit: 3 },
    { terms: ['deep', 'quay'], limit: 3 },
  ];
  const found = await other.library.search(queries);
  const asked = ['count deep', 'count harbour', 'count quay', 'list deep', 'list harbour'];
  assert.deepEqual(other.searches.splice(0).toSorted(), asked);
  assert.deepEqual(await other.library.search(queries), found);
  assert.deepEqual(other.searches, []);
  await one.library.put([document('quay.md', ['The quay is new.'])]);
  assert.deepEqual(await other.find('quay'), ['The quay is new.']);
  assert.deepEqual(other.searches, ['count quay', 'list quay']);
});

test('a term is forgotten a minute after it was last asked for', async (context) => {
  const { open, clock } = await libraries(context);
  const { library, searches, find } = await open();
  await library.put([HARBOUR]);
  await find('quay');
  await find('harbour');
  clock.advance(40_000);
  await find('harbour');
  clock.advance(40_000);
  searches.splice(0);
  await find('harbour');
  assert.deepEqual(searches.splice(0), []);
  await find('quay');
  assert.deepEqual(searches, ['count quay']);
});

test('without searches, no term stays in memory', async (context) => {
  const { open, clock } = await libraries(context);
  const { library, database } = await open();
  await library.put([HARBOUR]);
  const [documents, passages, versions] = ['documents', 'passages', 'versions'].map((of) =>
    database.collection(`library_${of}`),
  );
  const current = new CurrentSnapshot({ documents, passages, versions } as never, clock, clock);
  const snapshot = await current.current();
  await snapshot.best(['harbour', 'quay'], 3, new Set(), (question) => question());
  assert.equal(snapshot.terms, 2);
  clock.advance(120_001);
  assert.equal(snapshot.terms, 0);
});

test('a search with hundreds of terms does not delay one with a single term', async (context) => {
  const { open } = await libraries(context);
  const { library, searches, atOnce, find } = await open();
  await library.put([HARBOUR]);
  const word = (n: number) => `word${n}`;
  const many = Array.from({ length: 20 }, (_, q) => ({
    terms: Array.from({ length: 30 }, (_, n) => word(30 * q + n)),
    limit: 3,
  }));
  const long = library.search(many);
  // The last of those that the other search waits for too.
  const last = word(599);
  while (searches.length === 0) await setImmediate();
  assert.deepEqual(await find('dredged', last), [HARBOUR.passages[0]]);
  const asked = searches.length;
  assert.ok(asked < 200, `${asked} questions were asked first`);
  await long;
  assert.equal(searches.filter((one) => one === `count ${last}`).length, 1);
  assert.ok(atOnce.most <= 8, `${atOnce.most} at a time`);
});

test('the next search sees what another process put, changed or removed', async (context) => {
  const { open } = await libraries(context);
  const one = await open();
  const other = await open();
  assert.deepEqual(await other.find('dredged'), []);
  await one.library.put([HARBOUR]);
  assert.deepEqual(await other.find('dredged'), [HARBOUR.passages[0]]);
  const changed = document(HARBOUR.path, ['The harbour was dredged again.', 'Nothing else is known.']);
  await one.library.put([changed]);
  assert.deepEqual(await other.find('dredged', 'metres'), [changed.passages[0]]);
  await one.library.remove([HARBOUR.path]);
  assert.deepEqual(await other.find('dredged', 'known'), []);
});

test('a change not announced before a kill is seen after a restart or ten minutes', async (context) => {
  const { open, clock } = await libraries(context);
  const [one, other, third] = [await open(), await open(), await open()];
  await one.library.put([HARBOUR]);
  const versions = one.database.collection<{ _id: 'library' }>('library_versions');
  const told = { ...(await versions.findOne())!, changing: { killed: new Date(clock.now()) } };
  for (const { find } of [other, third]) assert.deepEqual(await find('quay'), []);
  const quay = 'The quay is new.';
  await one.library.put([document('quay.md', [quay])]);
  // As if the process had been killed before it announced the change.
  await versions.replaceOne({ _id: 'library' }, told);

  assert.deepEqual(await other.find('quay'), []);
  clock.advance(TEN_MINUTES);
  assert.deepEqual(await other.find('quay'), [quay]);
  clock.advance(-TEN_MINUTES);
  assert.deepEqual(await third.find('quay'), []);
  await open();
  assert.deepEqual(await third.find('quay'), [quay]);
});

test('a library that may be changing has no revision twice, for an hour after a kill', async (context) => {
  const { open, clock } = await libraries(context);
  const [one, other] = [await open(), await open()];
  await one.library.put([HARBOUR]);
  const settled = await other.library.revision();
  const versions = one.database.collection<{ _id: 'library' }>('library_versions');
  await versions.updateOne({}, { $set: { 'changing.killed': new Date(clock.now()) } });
  const revisions = [await other.library.revision(), await other.library.revision()];
  await open();
  revisions.push(await other.library.revision(), await other.library.revision());
  await one.library.put([document('quay.md', ['The quay is new.'])]);
  revisions.push(await other.library.revision());
  assert.equal(new Set([settled, ...revisions]).size, 6, 'also while others change it');
  clock.advance(TEN_MINUTES * 6);
  const after = await other.library.revision();
  assert.equal(await one.library.revision(), after);
  assert.ok(![settled, ...revisions].includes(after));
  await open();
  assert.equal((await versions.findOne({ 'changing.killed': { $exists: true } })) ?? null, null, 'it is cleared away');
});

test('a document replaced before a kill is found in its old or its new form', async (context) => {
  const { open, clock } = await libraries(context);
  const [one, other] = [await open(), await open()];
  await one.library.put([document('quay.md', ['The quay is old.', 'It has one crane.'])]);
  const versions = one.database.collection<{ _id: 'library' }>('library_versions');
  const told = (await versions.findOne())!;
  assert.deepEqual(await other.find('crane'), ['It has one crane.']);
  const passages = await one.database.collection('library_passages').find().toArray();
  await one.library.put([document('quay.md', ['The quay is new.', 'It has two cranes.'])]);
  await versions.replaceOne({ _id: 'library' }, told);
  await one.database.collection('library_passages').insertMany(passages);

  for (const term of ['crane', 'quay', 'crane']) assert.equal((await other.find(term)).length, 1, term);
  clock.advance(TEN_MINUTES);
  assert.deepEqual(await other.find('quay'), ['The quay is new.']);
  assert.deepEqual(await other.find('crane'), ['It has two cranes.']);
});

test('a failure is not cached for the next search', async (context) => {
  const server = await clientOfDouble(context);
  const library = new MongoEvidenceLibrary(server.database, new ManualClock());
  await library.prepare();
  await library.put([HARBOUR]);
  const { faults } = server.double;
  faults.refusal = { code: 50, codeName: 'MaxTimeMSExpired' };
  const search = async () => (await library.search([{ terms: ['dredged'], limit: 3 }]))[0]!.map(({ text }) => text);
  // Counting the term, counting the library, listing the term.
  for (const command of ['aggregate', 'count', 'find']) {
    faults.only = [command];
    // The first find reads the version.
    faults.refuse = command === 'find' ? 2 : 1;
    await assert.rejects(search(), { code: 50 });
    if (command === 'find') await assert.rejects(search(), { code: 50 });
  }
  assert.deepEqual(await search(), [HARBOUR.passages[0]]);
});

test('a change that could not be announced is announced by the next call', async (context) => {
  const server = await clientOfDouble(context);
  const [one, other] = [0, 1].map(() => new MongoEvidenceLibrary(server.database, new ManualClock()));
  const find = async (term: string) => (await other!.search([{ terms: [term], limit: 3 }]))[0]!.map(({ text }) => text);
  await one!.prepare();
  await one!.put([HARBOUR]);
  assert.deepEqual(await find('quay'), []);
  const { faults } = server.double;
  faults.only = ['update'];
  faults.refusal = { code: 50, codeName: 'MaxTimeMSExpired' };
  faults.refuse = 1;
  const quay = document('quay.md', ['The quay is new.']);
  await assert.rejects(one!.put([quay]), { code: 50 }, 'its begin');
  assert.deepEqual(Object.keys(await one!.inventory()), [HARBOUR.path]);
  assert.deepEqual(await find('quay'), []);
  const failing = {
    ...quay,
    // It is read when the document is named.
    get title() {
      faults.refuse = 1;
      return quay.title;
    },
  };
  await assert.rejects(one!.put([failing]), { code: 50 }, 'its end');
  assert.notEqual(await other!.revision(), await other!.revision());
  assert.deepEqual(Object.keys(await one!.inventory()).sort(), [HARBOUR.path, quay.path]);
  assert.deepEqual(await find('quay'), quay.passages);
});

test('a passage with a rare word comes before one with a common word twice', async (context) => {
  const { open } = await libraries(context);
  const { library, find } = await open();
  const common = Array.from({ length: 20 }, (_, n) => `Herring, and more herring, in year ${n}.`);
  const rare = 'It was the dredger, of which nothing but a short mention in one old newspaper is left today.';
  await library.put([document('common.md', common), document('rare.md', [rare])]);
  assert.equal((await find('herring', 'dredger'))[0], rare);
});

test('words that thousands of passages have are left to the server, in its order', async (context) => {
  const { open } = await libraries(context);
  const { library, find, searches } = await open();
  const passages = Array.from({ length: 5_000 }, (_, n) => `Herring number ${n}.`);
  await library.put([document('many.md', passages), document('one.md', ['Herring herring.'])]);
  assert.deepEqual(await find('herring'), ['Herring herring.', passages[0], passages[1]]);
  assert.deepEqual(searches, ['count herring', 'list herring']);
});

test('a search that began before a new edition was written finds that edition', async (context) => {
  const { open } = await libraries(context);
  const [writer, reader] = [await open(), await open()];
  const edition = (n: number) => document('harbour.md', [`The harbour of year ${n}.`]);
  await writer.library.put([edition(1)]);
  const held = new Held(writer.database);
  const slow = new MongoEvidenceLibrary(held.database, new ManualClock());
  const passages = held.before('insertMany');
  const written = slow.put([edition(2)]);
  await passages.reached;
  assert.deepEqual(await reader.find('harbour'), ['The harbour of year 1.']);
  const named = held.after('findOneAndUpdate');
  passages.release();
  await named.reached;
  assert.deepEqual(await reader.find('harbour'), ['The harbour of year 2.']);
  named.release();
  assert.equal(await written, 1);
  assert.deepEqual(await reader.find('harbour'), ['The harbour of year 2.']);
});

test('a document that is being replaced is found in its old or new form', async (context) => {
  const { open } = await libraries(context);
  const [writer, reader] = [await open(), await open()];
  const edition = (n: number) => document('harbour.md', [`The harbour of year ${n}.`]);
  await writer.library.put([edition(0)]);
  let last = 0;
  let writing = true;
  const writes = (async () => {
    for (let n = 1; n <= 60; n++) {
      await writer.library.put([edition(n)]);
      last = n;
    }
    writing = false;
  })();
  const seen = new Set<number>();
  while (writing) {
    const before = last;
    const found = await reader.find('harbour');
    assert.equal(found.length, 1);
    const year = Number(/year (\d+)/.exec(found[0]!)![1]);
    assert.ok(year >= before && year <= last + 1, `${year} between ${before} and ${last + 1}`);
    seen.add(year);
  }
  await writes;
  assert.ok(seen.size > 3, `${seen.size} editions seen`);
});
