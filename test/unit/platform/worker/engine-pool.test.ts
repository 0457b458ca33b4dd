import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EngineError } from '#engine/engine.ts';
import { createEnginePool, type EnginePoolOptions } from '#platform/worker/engine-pool.ts';

const misbehaving = new URL('./misbehaving-engine.ts', import.meta.url);

function createPool(options: EnginePoolOptions) {
  const pool = createEnginePool(options);
  after(() => pool.close());
  return pool;
}

function engineError(code: EngineError['code']) {
  return (error: unknown) => {
    assert(error instanceof EngineError);
    assert.equal(error.code, code);
    assert(!error.message.includes('customer'));
    return true;
  };
}

test('the engine answers from its thread', async () => {
  const pool = createPool({ threads: 1 });
  await pool.warmUp();
  const { claims } = await pool.extract({
    content: 'The Eiffel Tower stands in Paris.',
    question: '',
    requestedAt: '2026-01-01T00:00:00.000Z',
    direct: false,
  });
  assert.equal(claims[0]?.original_span, 'The Eiffel Tower stands in Paris.');
  await assert.rejects(pool.rank([null as never], [[]]), engineError('engine_error'));
});

test('a call that takes too long ends its thread, and the next one gets another', async () => {
  const pool = createPool({ threads: 1, timeoutMs: 300, worker: misbehaving });
  await pool.warmUp();
  const [first] = await pool.splitPassages('fine');
  await assert.rejects(pool.splitPassages('hang'), engineError('engine_timeout'));
  const [second] = await pool.splitPassages('fine');
  assert.notEqual(second!.ordinal, first!.ordinal);
});

test('pages of strangers have a shorter limit of their own', async () => {
  const pool = createPool({ threads: 1, timeoutMs: 60_000, readableTimeoutMs: 200, worker: misbehaving });
  await pool.warmUp();
  await assert.rejects(pool.readable('hang' as never), engineError('engine_timeout'));
});

test('waiting for a thread does not count against the limit', async () => {
  const pool = createPool({ threads: 1, timeoutMs: 400, worker: misbehaving });
  await pool.warmUp();
  const hanging = assert.rejects(pool.splitPassages('hang'), engineError('engine_timeout'));
  const waiting = pool.splitPassages('fine');
  await hanging;
  assert.equal((await waiting)[0]!.text, 'fine');
});

test('errors cross without their text', async () => {
  const pool = createPool({ threads: 1, worker: misbehaving });
  for (const behaviour of ['fail', 'throw', 'exit']) {
    await assert.rejects(pool.splitPassages(behaviour), engineError('engine_error'));
  }
  assert.equal((await pool.splitPassages('fine'))[0]!.text, 'fine');
});

test('a call that devours memory ends its thread alone', async () => {
  const pool = createPool({ threads: 1, heapMb: 32, worker: misbehaving });
  await assert.rejects(pool.splitPassages('devour'), engineError('engine_error'));
  assert.equal((await pool.splitPassages('fine'))[0]!.text, 'fine');
});

test('too many calls are refused, and closing refuses those that wait', async () => {
  const pool = createPool({ threads: 1, maxWaiting: 1, worker: misbehaving });
  await pool.warmUp();
  const working = assert.rejects(pool.splitPassages('hang'), EngineError);
  const waiting = assert.rejects(pool.splitPassages('fine'), engineError('engine_busy'));
  await assert.rejects(pool.splitPassages('fine'), engineError('engine_busy'));
  await pool.close();
  await Promise.all([working, waiting]);
  await assert.rejects(pool.splitPassages('fine'), engineError('engine_busy'));
});
