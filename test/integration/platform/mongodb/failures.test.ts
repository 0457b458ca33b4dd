/** How callers see failures of writes, through the real driver: which of them pass, and which don't. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import type { MongoStoreError } from '#platform/mongodb/failures.ts';
import type { MongoStores } from '#platform/mongodb/stores.ts';
import { p, write } from '#test/contract/read-store/stores.ts';
import { twoOnDouble } from './stores-on-double.ts';

const VIEW = { name: 'items', version: 1, indexes: [] };
/** More than the driver repeats a command. */
const EVERY_TRY = 20;

/** Calls that write several statements in one command. */
const bulkWrites: Record<string, (stores: MongoStores) => Promise<unknown>> = {
  'applying to a view': async ({ views }) => views.apply(await views.live(VIEW), [write('a', 1, { n: 1 })], p(1)),
  'putting a blob': ({ blobs }) => blobs.put('ver_a/upload', Buffer.from('private')),
  'destroying keys': ({ vault }) => vault.shred(['ver_a']),
};

async function failureOf(work: Promise<unknown>): Promise<MongoStoreError> {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (thrown) => thrown,
  );
  assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /private/);
  return error;
}

for (const [name, work] of Object.entries(bulkWrites)) {
  describe(name, () => {
    for (const fault of ['dropBefore', 'dropAfter'] as const) {
      test(`is unavailable if connections break (${fault}), and succeeds when repeated`, async (context) => {
        const { server, one } = await twoOnDouble(context);
        const { faults } = server.double;
        await one.views.live(VIEW);
        faults.only = ['update'];
        faults[fault] = EVERY_TRY;
        const error = await failureOf(work(one));
        assert.equal(error.code, 'unavailable');
        assert.match(error.message, /^MongoDB: Mongo(Network|ServerSelection)Error$/);
        faults[fault] = 0;
        await work(one);
      });
    }

    test('is unavailable if the majority does not confirm it in time', async (context) => {
      const { server, one } = await twoOnDouble(context);
      await one.views.live(VIEW);
      Object.assign(server.double.faults, { only: ['update'], writeConcernTimeouts: EVERY_TRY });
      const error = await failureOf(work(one));
      assert.deepEqual([error.code, error.message.includes(' 64')], ['unavailable', true]);
    });

    test('is unavailable while no primary is elected, and refused for want of a right', async (context) => {
      const { server, one } = await twoOnDouble(context);
      await one.views.live(VIEW);
      const { faults } = server.double;
      Object.assign(faults, { only: ['update'], refuse: EVERY_TRY });
      assert.equal((await failureOf(work(one))).code, 'unavailable');
      Object.assign(faults, { refuse: EVERY_TRY, refusal: { code: 13, codeName: 'Unauthorized' } });
      const error = await failureOf(work(one));
      // The port of keys knows no lasting failure of its store.
      assert.equal(error.code, name === 'destroying keys' ? 'unavailable' : 'refused');
      assert.match(error.message, / 13\b/);
    });
  });
}
