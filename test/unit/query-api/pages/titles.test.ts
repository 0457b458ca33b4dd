/** Titles of listed verifications. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verificationsPage } from '#query-api/pages/lists.ts';
import { titlesOf } from '#query-api/pages/titles.ts';
import { createQueryService } from '#test/support/query-service.ts';
import { createHistory } from '#test/support/verification-history.ts';

const CONTENTS: Record<string, string> = {
  ver_1: '# The *new* mill\n\nIt has four sails.',
  ver_2: `The mill of Oldford has four sails, ${'and it turns with the wind, '.repeat(9)}as ever.`,
  ver_3: 'It burnt down.',
  ver_4: `The mill has many sails. ${'It turns. '.repeat(20_000)}`,
};

async function withTexts() {
  const service = await createQueryService();
  for (const [id, content] of Object.entries(CONTENTS)) await service.put(createHistory({ id, content }).run());
  const titles = async () => {
    const { data } = await verificationsPage(service.dependencies, 'org_1', { limit: 10 });
    assert.equal(data.length, 4);
    return Object.fromEntries(await titlesOf(service.dependencies, data));
  };
  return { service, titles };
}

test('a listed text is called by its first heading, else by its first words', async () => {
  const { titles } = await withTexts();
  const { ver_1, ver_2, ver_3 } = await titles();
  assert.equal(ver_1, 'The new mill');
  assert.match(ver_2!, /^“The mill of Oldford has four sails, .*…”$/);
  assert.ok(ver_2!.length < 80);
  assert.equal(ver_3, '“It burnt down.”');
});

test('a text whose key is gone, an expired one and a long one have no title', async () => {
  const { service, titles } = await withTexts();
  service.shred('ver_3');
  assert.deepEqual(Object.keys(await titles()).sort(), ['ver_1', 'ver_2']);
  service.now = '2026-03-02T10:00:00.000Z';
  assert.deepEqual(await titles(), {});
});
