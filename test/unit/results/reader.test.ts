import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BegunResult, type NoResult, piecesOf, type ResultReader, readerOfView } from '#results/reader.ts';
import { inOrder, withCatchUp, withoutKeysInMemory } from '#results/reader-order.ts';
import { readerOfStreams } from '#results/stream-reader.ts';
import { createQueryService } from '#test/support/query-service.ts';
import { createHistory, type PlannedClaim } from '#test/support/verification-history.ts';

/** A page shows claims by verdict and by what their nearest passage looks like. */
const VERDICTS: readonly PlannedClaim[] = [
  { verdict: 'supported' },
  { verdict: 'unverifiable', ambiguity: ['differs in: the passage has "18"'] },
  { verdict: 'contradicted' },
  { verdict: 'unverifiable', ambiguity: ['says nothing close: no passage'] },
];

/** A service whose reader records its calls and results. */
async function serviceWithReader(claims = 2) {
  const service = await createQueryService();
  const planned = Array.from({ length: claims }, (_, at) => ({ passages: ['supports' as const], ...VERDICTS[at % 4] }));
  const history = createHistory({ claims: planned }).run();
  await service.put(history);
  const key = service.keyFor('org_1');
  const reader = readerOfView(service.dependencies);
  const begun: (BegunResult | NoResult)[] = [];
  const calls: string[] = [];
  const recorded: ResultReader = {
    async begin(request) {
      const answer = await reader.begin(request);
      begun.push(answer);
      return answer;
    },
    async next(handle) {
      calls.push('next');
      return reader.next(handle);
    },
    async end(handle) {
      calls.push('end');
      return reader.end(handle);
    },
  };
  service.dependencies.results = inOrder(recorded, readerOfStreams(service.dependencies));
  const request = { organization_id: 'org_1', verification_id: history.id, now: Date.parse(service.now) };
  return { service, history, key, begun, calls, request, reader: recorded };
}

const MANY = 1_000;

for (const format of ['json', 'html'] as const) {
  test(`a small ${format} result is made at once, a large one in pieces`, async () => {
    for (const claims of [2, MANY]) {
      const { service, history, key, begun, calls } = await serviceWithReader(claims);
      const path = `/verifications/${history.id}${format === 'json' ? '' : '/export?format=html'}`;
      const read = await service.get(path, key);
      assert.equal(read.statusCode, 200);
      const [first] = begun as BegunResult[];
      assert.equal(first!.handle === null, claims === 2);
      if (claims === 2) assert.deepEqual(calls, []);
      else
        assert.deepEqual(
          [calls.length > 3, calls.filter((call) => call === 'end').length, calls.at(-1)],
          [true, 1, 'end'],
        );
      if (format === 'json') assert.equal(read.json().result.claims.length, claims);
      else assert.equal(read.body.split('<article class="claim').length - 1, claims);
    }
  });
}

test('results from the view and from the stream are the same byte for byte', async () => {
  for (const path of ['', '/export?format=json', '/export?format=html']) {
    const { service, history, key, begun } = await serviceWithReader(120);
    const shown = await service.get(`/verifications/${history.id}${path}`, key);
    Object.assign(service.dependencies, { views: { ...service.views, get: async () => null } });
    const folded = await service.get(`/verifications/${history.id}${path}`, key);
    assert.equal(begun[1], 'not_shown');
    assert.equal(folded.body, shown.body);
    assert.equal(folded.headers['content-type'], shown.headers['content-type']);
  }
});

test('a result that may not be shown is refused with its code', async () => {
  const { service, history, key, begun } = await serviceWithReader();
  const codeFor = async (id: string, by: string) => (await service.get(`/verifications/${id}`, by)).json().error.code;
  assert.equal(await codeFor(history.id, service.keyFor('org_2')), 'not_found');
  assert.equal(await codeFor('ver_unknown', key), 'not_found');
  service.shred(history.id);
  assert.equal(await codeFor(history.id, key), 'verification_expired');
  assert.deepEqual(begun, [{ refused: 'not_found' }, 'not_shown', { refused: 'verification_expired' }]);
});

test('a result that the view does not show yet is read from its stream', async () => {
  const { service, key, begun } = await serviceWithReader();
  const later = createHistory({ id: 'ver_later', claims: [{}] }).run();
  await service.append(later);
  const read = await service.get(`/verifications/${later.id}`, key);
  assert.equal(read.statusCode, 200);
  assert.deepEqual(begun, ['not_shown']);
});

test('a large result is made as it is read, and not continued once it is ended', async () => {
  for (const format of ['json', 'html'] as const) {
    const { service, request, reader, calls } = await serviceWithReader(MANY);
    let pages = 0;
    const { views } = service;
    const counting = {
      ...views,
      find(...of: Parameters<typeof views.find>) {
        pages++;
        return views.find(...of);
      },
    };
    Object.assign(service.dependencies, { views: counting });
    const begun = (await reader.begin({ ...request, format })) as BegunResult;
    const atFirst = pages;
    for await (const piece of piecesOf(reader, begun)) {
      assert.ok(piece.byteLength < 200_000);
      break;
    }
    // A page begins with what needs action and with all claims marked in the text, so all of them are read first.
    assert.ok(atFirst < 10 + (format === 'html' ? MANY / 50 : 0), `${atFirst} pages were read`);
    assert.equal(pages, atFirst);
    assert.deepEqual(calls, ['end']);
    await assert.rejects(reader.next(begun.handle!), /nothing of this name/);
  }
});

test('nothing is shown once the key is gone, not even the rest of a result', async () => {
  for (const format of ['json', 'html'] as const) {
    const { service, history, request, reader } = await serviceWithReader(MANY);
    const begun = (await reader.begin({ ...request, format })) as BegunResult;
    service.shred(history.id);
    await assert.rejects(Array.fromAsync(piecesOf(reader, begun)), { code: 'verification_expired' });
  }
});

test('a result whose claims leave the view breaks off, or falls back to its stream', async () => {
  const { service, key, history, request, reader } = await serviceWithReader(MANY);
  const { views } = service;
  let there = MANY;
  const losing = {
    ...views,
    find: async (...of: Parameters<typeof views.find>) =>
      (await views.find(...of)).filter(({ document }) => (document.ordinal as number) < there),
  };
  Object.assign(service.dependencies, { views: losing });
  const begun = (await reader.begin({ ...request, format: 'json' })) as BegunResult;
  there = 700;
  await assert.rejects(Array.fromAsync(piecesOf(reader, begun)), { code: 'view_changed' });

  there = 60;
  const answer = await service.get(`/verifications/${history.id}`, key);
  assert.equal(answer.json().result.claims.length, MANY);
});

test('a lost reader fails what it has begun once, even if that can not be ended', async () => {
  const lost = async () => Promise.reject(Object.assign(new Error('lost'), { code: 'thread_lost' }));
  const pieces = piecesOf({ begin: lost, next: lost, end: lost }, { pieces: [new Uint8Array([1])], handle: 'some' });
  assert.equal((await pieces.next()).value?.byteLength, 1);
  await assert.rejects(pieces.next(), { code: 'thread_lost' });
  const abandoned = piecesOf({ begin: lost, next: lost, end: lost }, { pieces: [new Uint8Array([1])], handle: 'some' });
  await abandoned.next();
  await abandoned.return(undefined);
});

test('a begun result belongs to the reader that began it', async () => {
  const { service, request, reader } = await serviceWithReader(MANY);
  const begun = (await reader.begin({ ...request, format: 'json' })) as BegunResult;
  const next = readerOfView(service.dependencies);
  await next.begin({ ...request, format: 'json' });
  await assert.rejects(next.next(begun.handle!), /nothing of this name/);
});

test('a view that is behind catches up and is read once more', async () => {
  const written: BegunResult = { pieces: [new Uint8Array([1])], handle: null };
  for (const caughtUp of [true, false]) {
    const answers: (BegunResult | NoResult)[] = ['not_shown', written];
    const results = withCatchUp(
      readerThat(async () => answers.shift()!),
      async () => caughtUp,
    );
    assert.equal(await results.begin(REQUEST), caughtUp ? written : 'not_shown');
  }
});

test('a result that is shown or refused does not make the view catch up', async () => {
  const shown: BegunResult = { pieces: [new Uint8Array([1])], handle: null };
  for (const answer of [shown, { refused: 'not_found' }] as const) {
    const never = async () => assert.fail('asked to catch up');
    const results = withCatchUp(
      readerThat(async () => answer),
      never,
    );
    assert.equal(await results.begin(REQUEST), answer);
  }
});

test('a result whose key is in memory is read where the key is', async () => {
  const elsewhere = readerThat(async () => assert.fail('asked the other thread'));
  const here: BegunResult = { pieces: [new Uint8Array([1])], handle: null };
  const results = inOrder(
    withoutKeysInMemory(elsewhere),
    readerThat(async () => here),
  );
  assert.equal(await results.begin({ ...REQUEST, isKeyInMemory: true }), here);
});

test('of several readers, the one that began a result is asked for the rest', async () => {
  const { service, history, request, reader } = await serviceWithReader(MANY);
  const results = inOrder(
    readerThat(async () => 'not_shown'),
    reader,
  );
  const begun = (await results.begin({ ...request, format: 'json' })) as BegunResult;
  const text = Buffer.concat(await Array.fromAsync(piecesOf(results, begun))).toString();
  assert.equal(JSON.parse(text).result.claims.length, MANY);
  assert.equal(JSON.parse(text).result.id, history.id);
  await assert.rejects(results.next(begun.handle!), /nothing of this name/);
  assert.equal(
    await service.dependencies.results
      .begin({ ...request, verification_id: 'ver_2', format: 'json' })
      .then((answer) => (answer as { refused: string }).refused ?? answer),
    'not_shown',
  );
});

const REQUEST = { organization_id: 'org_1', verification_id: 'ver_1', format: 'json', now: 0 } as const;

function readerThat(begin: () => Promise<BegunResult | NoResult>) {
  return { begin, next: async () => null, end: async () => {} };
}
