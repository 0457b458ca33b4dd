/** Storage that takes no writes: the fault is injected, so this runs everywhere; on a real disk: apps/disk-full. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '#apps/logger.ts';
import { SERVICE_ROLES } from '#apps/parts/service.ts';
import type { Storage } from '#apps/parts/storage-watch.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { StorageUnwritableError } from '#contracts/ports/storage.ts';
import { eventually } from '#test/support/eventually.ts';
import { openProcess } from '#test/support/service/processes.ts';
import { openSharedStores } from '#test/support/service/shared-stores.ts';

const KEY = generateApiKey('production');

test('refused writes are 503, named once in the log, and end by themselves', async (context) => {
  const shared = await openSharedStores(null);
  let isFull = false;
  const refuse = async () => {
    if (isFull) throw new StorageUnwritableError('quota');
  };
  const append: typeof shared.events.append = async (...given) => {
    await refuse();
    return await shared.events.append(...given);
  };
  const events = Object.assign(Object.create(shared.events), {
    append,
    readStream: shared.events.readStream.bind(shared.events),
    readAll: shared.events.readAll.bind(shared.events),
    subscribe: shared.events.subscribe.bind(shared.events),
    head: shared.events.head.bind(shared.events),
  });
  const storage: Storage = { name: '/a/volume', tryWrite: refuse, hasRoom: async () => true };
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const service = await openProcess({ stores: { ...shared, events }, roles: SERVICE_ROLES, key: KEY, logger, storage });
  context.after(async () => {
    await service.close();
    await shared.close();
  });
  const headers = { authorization: `Bearer ${KEY}` };
  const verify = (payload: object, url = '/v1/verifications') =>
    service.app.inject({ method: 'POST', url, headers, payload });
  const checks = async () => (await service.app.inject('/readyz')).json().checks;

  const before = await verify({ content: 'Water is wet.' });
  assert.equal(before.statusCode, 201, before.body);
  isFull = true;
  for (let call = 0; call < 3; call++) {
    const refused = await verify({ content: 'Ice is cold.' });
    assert.equal(refused.statusCode, 503, refused.body);
    assert.match(refused.json().error.message, /takes no more writes/);
    assert.equal(refused.headers['retry-after'], '30');
  }
  const batch = await verify({ items: [{ content: 'Ice is cold.' }] }, '/v1/batches');
  assert.deepEqual([batch.statusCode, batch.json().items[0].status_code], [200, 503], batch.body);
  assert.equal((await checks()).storage, 'quota');
  const { id } = before.json().result;
  assert.equal((await service.app.inject({ url: `/v1/verifications/${id}`, headers })).statusCode, 200);

  isFull = false;
  await eventually('writes to be accepted', async () => (await checks()).storage === 'ok');
  assert.equal((await verify({ content: 'Ice is cold.' })).statusCode, 201);
  const problems = lines.filter(({ level, volume }) => volume !== undefined || level === 'error');
  assert.deepEqual(
    problems.map(({ level, volume, reason }) => [level, volume, reason]),
    [
      ['error', '/a/volume', 'quota'],
      ['info', '/a/volume', undefined],
    ],
  );
});
