/** Documents above MongoDB's size limit: readers see either the old one or the new, as a whole. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { View } from '#contracts/ports/read-store.ts';
import { PART_BYTES } from '#platform/mongodb/views/view-documents.ts';
import { p, write } from '#test/contract/read-store/stores.ts';
import { twoOnDouble } from './stores-on-double.ts';

const VIEW: View = { name: 'results', version: 1, indexes: [{ fields: ['organization_id'] }] };
const large = (letter: string) => ({ organization_id: 'org_1', sealed: letter.repeat(PART_BYTES + 1) });
const TIMES = 4;

describe('a document in parts', () => {
  test('is never read half while replaced, is found by fields, leaves no parts', async (context) => {
    const { server, one, other } = await twoOnDouble(context);
    const live = await one.views.live(VIEW);
    await one.views.apply(live, [write('a', 1, large('0'))], p(1));
    let isWriting = true;
    const reading = (async () => {
      let reads = 0;
      while (isWriting || reads === 0) {
        const found = await other.views.get(VIEW, 'a');
        const { sealed } = found!.document as { sealed: string };
        assert.equal(sealed, String(Number(found!.position) - 1).repeat(PART_BYTES + 1));
        reads++;
      }
    })();
    for (let time = 1; time <= TIMES; time++) {
      await one.views.apply(live, [write('a', time + 1, large(String(time)))], p(time + 1));
    }
    isWriting = false;
    await reading;
    const found = await one.views.find(VIEW, { where: { organization_id: 'org_1' }, limit: 10 });
    assert.equal(found.length, 1);
    const parts = server.database.collection('view_results_v1_g1_parts');
    assert.equal(await parts.countDocuments(), 2);
    await one.views.apply(live, [write('a', 9, null)], p(9));
    assert.equal(await parts.countDocuments(), 0);
    assert.equal(await one.views.get(VIEW, 'a'), null);
  });

  test('without its head is missing; written again, it exists without duplicate parts', async (context) => {
    const { server, one } = await twoOnDouble(context);
    const live = await one.views.live(VIEW);
    await one.views.apply(live, [write('a', 1, { organization_id: 'org_1' })], p(1));
    const { faults } = server.double;
    Object.assign(faults, { only: ['findAndModify'], refuse: 1, refusal: { code: 8, codeName: 'UnknownError' } });
    const writes = [write('a', 2, large('x'))];
    await assert.rejects(one.views.apply(live, writes, p(2)), { name: 'MongoStoreError' });
    assert.deepEqual((await one.views.get(VIEW, 'a'))?.position, p(1));
    assert.equal(await one.views.checkpoint(live), p(1));
    await one.views.apply(live, writes, p(2));
    assert.equal((await one.views.get(VIEW, 'a'))?.position, p(2));
    assert.equal(await server.database.collection('view_results_v1_g1_parts').countDocuments(), 2);
  });

  test('written by two projectors at once stays whole', async (context) => {
    const { server, one, other } = await twoOnDouble(context);
    const live = await one.views.live(VIEW);
    const writes = [write('a', 1, large('y'))];
    await Promise.all([one.views.apply(live, writes, p(1)), other.views.apply(live, writes, p(1))]);
    assert.deepEqual((await one.views.get(VIEW, 'a'))?.document, large('y'));
    assert.equal(await server.database.collection('view_results_v1_g1_parts').countDocuments(), 2);
  });

  test('that others replace during every read is read once they are done', async (context) => {
    const { server, one, other } = await twoOnDouble(context);
    const live = await one.views.live(VIEW);
    await one.views.apply(live, [write('a', 1, large('0'))], p(1));
    // To the reader this is a document that has been replaced, and whose new parts are gone when it looks for them.
    const documents = server.database.collection<{ _id: string }>('view_results_v1_g1');
    const { faults } = server.double;
    let renamed = 0;
    faults.only = ['find'];
    const rename = (set: string) => documents.updateOne({ _id: 'a' }, { $set: { 'parts.set': set } });
    const { parts } = (await documents.findOne({ _id: 'a' })) as unknown as { parts: { set: string } };
    Object.defineProperty(faults, 'heldUntil', {
      get: () => rename(++renamed < 60 ? `gone ${renamed}` : parts.set),
    });
    assert.equal((await other.views.load(live, ['a']))[0]?.position, p(1));
    assert.ok(renamed >= 60);
  });

  test('whose parts are missing is an error', async (context) => {
    const { server, one } = await twoOnDouble(context);
    const live = await one.views.live(VIEW);
    await one.views.apply(live, [write('a', 1, large('0'))], p(1));
    await server.database.collection('view_results_v1_g1_parts').deleteMany({ number: 1 } as object);
    await assert.rejects(one.views.load(live, ['a']), { message: 'parts of a view document are missing' });
  });
});

test('two versions of a view coexist, as two releases may share a database', async (context) => {
  const { one, other } = await twoOnDouble(context);
  const newer = { ...VIEW, version: 2 };
  await one.views.apply(await one.views.live(VIEW), [write('a', 1, { build: 1 })], p(1));
  await other.views.apply(await other.views.live(newer), [write('a', 1, { build: 2 })], p(1));
  assert.deepEqual((await one.views.get(VIEW, 'a'))?.document, { build: 1 });
  assert.deepEqual((await one.views.get(newer, 'a'))?.document, { build: 2 });
});
