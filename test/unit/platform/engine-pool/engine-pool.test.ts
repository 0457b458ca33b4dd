import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Engine, EngineError } from '#engine/engine.ts';
import type { ExtractionInput } from '#engine/types/extraction.ts';
import { createEnginePool, type EnginePoolOptions } from '#platform/engine-pool/engine-pool.ts';
import { eventually } from '#test/support/eventually.ts';

const misbehaving = new URL('./misbehaving-engine.ts', import.meta.url);
const littering = new URL('./littering.ts', import.meta.url);

function createPool(options: EnginePoolOptions) {
  const pool = createEnginePool(options);
  after(() => pool.close());
  return pool;
}

/** Makes an engine thread misbehave. */
const ask = (pool: Engine, behaviour: string): Promise<{ text: string; ordinal: number }[]> =>
  pool.summarise(behaviour as never) as never;

function textOf(content: string): ExtractionInput {
  return { content, question: '', requestedAt: '2026-01-01T00:00:00.000Z', direct: false };
}

function engineError(code: EngineError['code']) {
  return (error: unknown) => {
    assert(error instanceof EngineError);
    assert.equal(error.code, code);
    assert(!error.message.includes('customer'));
    return true;
  };
}

/** Calls again where the machine was too busy to tell whether the call takes too long. */
async function takesTooLong(call: () => Promise<unknown>): Promise<void> {
  const failure = await call().then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof EngineError && failure.code === 'engine_busy') return takesTooLong(call);
  engineError('engine_timeout')(failure);
}

test('the engine answers from its thread', async () => {
  const pool = createPool({ threads: 1 });
  await pool.warmUp();
  const { claims } = await pool.extract(textOf('The Eiffel Tower stands in Paris.'));
  const [claim] = claims;
  assert.equal(claim?.original_span, 'The Eiffel Tower stands in Paris.');
  await assert.rejects(pool.rank([null as never], [[]]), engineError('engine_error'));
});

test('a call that takes too long ends its thread, and the next one gets another', async () => {
  const pool = createPool({ threads: 1, timeoutMs: 1_500, worker: misbehaving });
  await pool.warmUp();
  const [first] = await ask(pool, 'fine');
  await takesTooLong(() => ask(pool, 'hang'));
  const [second] = await ask(pool, 'fine');
  assert.notEqual(second!.ordinal, first!.ordinal);
});

test('pages have a shorter time limit', async () => {
  const pool = createPool({ threads: 1, timeoutMs: 60_000, pageTimeoutMs: 200, pageWorker: misbehaving });
  await pool.warmUp();
  await takesTooLong(() => pool.readable('hang' as never));
});

test('a page is decoded in the thread that reads it', async () => {
  const pool = createPool({ threads: 1 });
  const page = (body: Uint8Array, charset: string | null) =>
    pool.readable({ body, charset, mediaType: 'text/plain', url: 'https://site.example/a' });
  const [declared, unknown] = await Promise.all([
    page(Uint8Array.of(0xc5, 0xec, 0xb5, 0xfe), 'euc-jp'),
    page(Buffer.from('Zürich'), 'no such set'),
  ]);
  assert.deepEqual([declared.text, unknown.text], ['東京', 'Zürich']);
});

test('whatever a page does to its thread, the engine continues', async () => {
  const pool = createPool({ threads: 1, worker: misbehaving, pageWorker: misbehaving });
  await pool.warmUp();
  let isRead = false;
  const page = pool.readable('hang' as never).finally(() => {
    isRead = true;
  });
  page.catch(() => {});
  const [first] = await ask(pool, 'fine');
  const [second] = await ask(pool, 'fine');
  assert.equal(isRead, false);
  assert.equal(second!.ordinal, first!.ordinal);
  await pool.close();
  await assert.rejects(page, EngineError);
});

test('the engine continues during the extraction from a long text', async () => {
  const pool = createPool({ threads: 1, worker: misbehaving, longTextWorker: misbehaving });
  await pool.warmUp();
  const extraction = assert.rejects(pool.extract(textOf('hang'.padEnd(100_000))), EngineError);
  assert.equal((await ask(pool, 'fine'))[0]!.text, 'fine');
  const [short] = (await pool.extract(textOf('fine'))) as never as { text: string }[];
  assert.equal(short!.text, 'fine');
  await pool.close();
  await extraction;
});

test('a long text is extracted in a separate thread', async () => {
  const pool = createPool({ threads: 1, worker: misbehaving });
  const sentence = 'The Eiffel Tower stands in Paris. ';
  const { claims } = await pool.extract(textOf(sentence.repeat(400)));
  assert.equal(claims.length, 400);
});

test('the thread of long texts reads those that wait, and ends while they are judged', async () => {
  const pool = createPool({ threads: 1, worker: misbehaving, longTextWorker: misbehaving });
  const threadOf = async () => {
    const [claim] = (await pool.extract(textOf('fine'.padEnd(20_000)))).claims;
    return claim!.ordinal;
  };
  let hasEnded = false;
  process.once('worker', (thread) => thread.once('exit', () => (hasEnded = true)));
  const [first, second] = await Promise.all([threadOf(), threadOf()]);
  assert.equal(second, first);
  await eventually('the end of the thread', () => hasEnded);
  assert.notEqual(await threadOf(), first);
});

test('a single call waits for at most one call of a busy organization', async () => {
  const pool = createPool({ threads: 1, worker: misbehaving, pageWorker: misbehaving });
  await pool.warmUp();
  for (const method of ['summarise', 'splitPassages'] as const) {
    const served: string[] = [];
    const ask = (by: string) =>
      pool
        .forOrganization(by)
        [method]('fine' as never)
        .then(() => served.push(by));
    await Promise.all([...Array.from({ length: 5 }, () => ask('crowd')), ask('single')]);
    assert.deepEqual(served, ['crowd', 'single', 'crowd', 'crowd', 'crowd', 'crowd'], method);
  }
});

test("too many calls of one organization do not affect another's", async () => {
  const pool = createPool({ threads: 1, maxWaiting: 1, worker: misbehaving });
  await pool.warmUp();
  const crowd = pool.forOrganization('crowd');
  const asked = [ask(crowd, 'fine'), ask(crowd, 'fine')];
  await assert.rejects(ask(crowd, 'fine'), engineError('engine_busy'));
  asked.push(ask(pool.forOrganization('single'), 'fine'));
  assert.equal((await Promise.all(asked)).length, 3);
});

test('calls that take long hold up their own organization, not others', async () => {
  const pool = createPool({ threads: 1, longMs: 50, timeoutMs: 60_000, worker: misbehaving });
  await pool.warmUp();
  const hostile = pool.forOrganization('hostile');
  const hanging = Array.from({ length: 8 }, () => ask(hostile, 'hang').catch((error: unknown) => error));
  for (let n = 0; n < 3; n++) {
    assert.equal((await ask(pool.forOrganization(`other-${n}`), 'fine'))[0]!.text, 'fine');
  }
  await pool.close();
  for (const error of await Promise.all(hanging)) assert(error instanceof EngineError);
});

test('an organization whose call took too long waits behind others', async () => {
  const pool = createPool({ threads: 1, timeoutMs: 500, longMs: 60_000, worker: misbehaving });
  await pool.warmUp();
  const served: string[] = [];
  const ended = (by: string) => (): number => served.push(by);
  const hostile = pool.forOrganization('hostile');
  const asked = [
    ask(hostile, 'hang').catch(ended('hostile timed out')),
    ask(hostile, 'fine').then(ended('hostile')),
    ...Array.from({ length: 3 }, () => ask(pool.forOrganization('other'), 'fine').then(ended('other'))),
  ];
  await Promise.all(asked);
  assert.deepEqual(served, ['hostile timed out', 'other', 'other', 'other', 'hostile']);
});

test("a thread's start does not count against the limit of a page", async () => {
  const pool = createPool({ pageTimeoutMs: 300, pageWorker: new URL('./slow-start.ts', import.meta.url) });
  assert.deepEqual(await pool.splitPassages('fine'), [{ text: 'fine', ordinal: 0 }]);
});

test("a thread that can't start does not count as a fault of the page", async () => {
  const pool = createPool({
    pageStartTimeoutMs: 500,
    pageWorker: new URL('./broken-start.ts', import.meta.url),
  });
  await assert.rejects(pool.splitPassages('fine'), engineError('engine_busy'));
});

test('waiting for a thread does not count against the limit', async () => {
  const pool = createPool({ threads: 1, timeoutMs: 1_500, worker: misbehaving });
  await pool.warmUp();
  const hanging = takesTooLong(() => ask(pool, 'hang'));
  const waiting = ask(pool, 'fine');
  await hanging;
  assert.equal((await waiting)[0]!.text, 'fine');
});

test('errors cross threads without their text', async () => {
  const pool = createPool({ threads: 1, worker: misbehaving });
  for (const behaviour of ['fail', 'throw', 'exit']) {
    await assert.rejects(ask(pool, behaviour), engineError('engine_error'));
  }
  assert.equal((await ask(pool, 'fine'))[0]!.text, 'fine');
});

test('a call that exhausts memory only ends its own thread', async () => {
  const pool = createPool({ threads: 1, heapMb: 32, worker: misbehaving });
  await assert.rejects(ask(pool, 'devour'), engineError('engine_error'));
  assert.equal((await ask(pool, 'fine'))[0]!.text, 'fine');
});

test('too many calls are refused, and closing refuses those that wait', async () => {
  const pool = createPool({ threads: 1, maxWaiting: 1, worker: misbehaving });
  await pool.warmUp();
  const working = assert.rejects(ask(pool, 'hang'), EngineError);
  const waiting = assert.rejects(ask(pool, 'fine'), engineError('engine_busy'));
  await assert.rejects(ask(pool, 'fine'), engineError('engine_busy'));
  await pool.close();
  await Promise.all([working, waiting]);
  await assert.rejects(ask(pool, 'fine'), engineError('engine_busy'));
});

test('calls fail at once where the module of a thread cannot be loaded', async () => {
  const pool = createPool({ threads: 1, worker: new URL('./missing.ts', import.meta.url) });
  await assert.rejects(pool.warmUp(), { code: 'engine_busy', message: /\(ERR_MODULE_NOT_FOUND\)$/ });
});

test('while claims of a long text are to come, what calls leave is collected at once', async () => {
  const pool = createPool({ threads: 1, worker: littering });
  await pool.warmUp();
  const heapAfter = async (call: Promise<unknown>) => Number(await call);
  const littered = await heapAfter(pool.mainName(''));
  const kept = await heapAfter(pool.planQueries([], 'thorough'));
  assert.ok(kept > littered / 2, `of ${littered} bytes ${kept} are left, at the cost of compiled code`);
  const { claims } = await pool.extract(textOf('The harbour of Orr has 3 cranes. '.repeat(400)));
  assert.ok(claims.length > 0);
  await pool.mainName('');
  const left = await heapAfter(pool.planQueries([], 'thorough'));
  assert.ok(left < littered / 2, `of ${littered} bytes ${left} are left`);
});

test('a thread without a call gives back what it holds before a long text is read', async () => {
  const pool = createPool({ threads: 1, worker: littering });
  await pool.warmUp();
  const heapAfter = async (call: Promise<unknown>) => Number(await call);
  const littered = await heapAfter(pool.summarise(null as never));
  const kept = await heapAfter(pool.planQueries([], 'thorough'));
  assert.ok(kept > littered / 2, `of ${littered} bytes ${kept} are left, which an idle thread keeps`);
  await pool.extract(textOf('The harbour of Orr has 3 cranes.'.padEnd(11_000)));
  const left = await heapAfter(pool.planQueries([], 'thorough'));
  assert.ok(left < littered / 2, `of ${littered} bytes ${left} are left`);
});
