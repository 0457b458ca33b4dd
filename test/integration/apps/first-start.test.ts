import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** As Node says that it has a file of TypeScript from its cache, and that it hasn't. */
const CACHED = /retrieving transpile cache for StrippedTypeScript \S+success/g;
const NOT_CACHED = /no transpile cache for StrippedTypeScript \S+/g;

test('a service that starts for the first time compiles no TypeScript in its threads', async () => {
  const folder = await temporaryFolder();
  const service = await startService(join(folder.path, 'data'), {
    NODE_COMPILE_CACHE: join(folder.path, 'compiled'),
    NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
  });
  try {
    const sentences = Array.from({ length: 400 }, (_, n) => `The hall of town ${n} was opened in ${1500 + n}.`);
    const { status } = await service.request('POST', '/v1/verifications', { body: { content: sentences.join(' ') } });
    assert.equal(status, 201);
  } finally {
    await service.stop();
    await folder.remove();
  }
  const said = service.errors.join('');
  assert.ok((said.match(CACHED) ?? []).length > 500, 'the cache is used');
  assert.deepEqual(said.match(NOT_CACHED) ?? [], []);
});
