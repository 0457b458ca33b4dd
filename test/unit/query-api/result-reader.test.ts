import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResultReader, lookingTwice, type NoResult } from '#query-api/result-reader.ts';
import { createQueryService } from '#test/support/query-service.ts';
import { createHistory } from '#test/support/verification-history.ts';

async function serviceWithReader(claims = 2) {
  const service = await createQueryService();
  const history = createHistory({ claims: new Array(claims).fill({ passages: ['supports'] }) }).run();
  await service.put(history);
  const key = service.keyFor('org_1');
  const plain = await service.get(`/verifications/${history.id}`, key);
  const reader = createResultReader(service.dependencies);
  const calls: (Uint8Array[] | NoResult)[] = [];
  service.dependencies.results = {
    async read(...request) {
      const pieces = await reader.read(...request);
      calls.push(pieces);
      return pieces;
    },
  };
  return { service, history, key, plain, calls };
}

for (const claims of [2, 300]) {
  test(`a result of ${claims} claims is the same to the byte wherever it is written down`, async () => {
    const { service, history, key, plain, calls } = await serviceWithReader(claims);
    const read = await service.get(`/verifications/${history.id}`, key);
    assert.equal(read.statusCode, 200);
    assert.equal(read.body, plain.body);
    assert.equal(read.headers['content-type'], plain.headers['content-type']);
    assert.equal(Buffer.concat(calls[0] as Uint8Array[]).toString(), read.body);
  });
}

test('what may not be shown is left to the caller, who says why', async () => {
  const { service, history, key, calls } = await serviceWithReader();
  const codeFor = async (id: string, by: string) => (await service.get(`/verifications/${id}`, by)).json().error.code;
  assert.equal(await codeFor(history.id, service.keyFor('org_2')), 'not_found');
  assert.equal(await codeFor('ver_unknown', key), 'not_found');
  service.shred(history.id);
  assert.equal(await codeFor(history.id, key), 'verification_expired');
  assert.deepEqual(calls, ['refused', 'not_shown', 'refused']);
});

test('what the view does not show yet is read from its stream', async () => {
  const { service, key, calls } = await serviceWithReader();
  const later = createHistory({ id: 'ver_later', claims: [{}] }).run();
  await service.append(later);
  const read = await service.get(`/verifications/${later.id}`, key);
  assert.equal(read.statusCode, 200);
  assert.deepEqual(calls, ['not_shown']);
});

test('a view that is behind is asked to catch up, and looked into once more', async () => {
  const written = [new Uint8Array([1])];
  for (const caughtUp of [true, false]) {
    const answers: (Uint8Array[] | NoResult)[] = ['not_shown', written];
    const results = lookingTwice({ read: async () => answers.shift()! }, async () => caughtUp);
    assert.equal(await results.read('org_1', 'ver_1', 0), caughtUp ? written : 'not_shown');
  }
});

test('what is shown or refused asks nobody to catch up', async () => {
  for (const answer of [[new Uint8Array([1])], 'refused'] as const) {
    const never = async () => assert.fail('asked to catch up');
    const results = lookingTwice({ read: async () => answer as Uint8Array[] | NoResult }, never);
    assert.equal(await results.read('org_1', 'ver_1', 0), answer);
  }
});
