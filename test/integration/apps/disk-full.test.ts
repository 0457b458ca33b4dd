/** The service on a volume that fills up: a real, small one, so it runs only where tests may mount one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const VOLUME_MB = 32;

/** A mounted tmpfs of that size; null if this machine doesn't let tests mount one. */
async function smallVolume(context: TestContext): Promise<string | null> {
  const { path, remove } = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${VOLUME_MB}m,mode=0700`, 'evidence-test', path], {
      stdio: 'ignore',
    });
  } catch {
    await remove();
    return null;
  }
  context.after(async () => {
    execFileSync('umount', ['--lazy', path]);
    await remove();
  });
  return path;
}

test('a full disk refuses what stores with 503, goes on reading, and recovers', async (context) => {
  const volume = await smallVolume(context);
  if (volume === null) return context.skip('no tmpfs can be mounted here: this needs root on Linux');
  const service = await startService(join(volume, 'data'));
  context.after(() => service.kill());
  const verify = (content: string, path = '/v1/verifications') => service.request('POST', path, { body: { content } });
  const first = await verify('The tower is 300 metres tall.');
  assert.equal(first.status, 201, first.text);
  const found = `/v1/verifications/${first.body.result.id}`;

  const ballast = join(volume, 'ballast');
  await writeFile(ballast, Buffer.alloc(VOLUME_MB << 20)).catch((error) => assert.equal(error.code, 'ENOSPC'));
  for (const content of ['Water is wet.', 'Ice is cold. '.repeat(5_000)]) {
    const refused = await verify(content);
    assert.equal(refused.status, 503, refused.text);
    assert.equal(refused.body.error.code, 'service_unavailable');
    assert.match(refused.body.error.message, /storage/);
    assert.equal(refused.headers.get('retry-after'), '30');
  }
  const ready = await service.request('GET', '/readyz', { key: null });
  assert.deepEqual([ready.status, ready.body.checks.storage], [503, 'full']);
  assert.equal((await service.request('GET', found)).status, 200);
  assert.equal((await service.request('GET', `${found}/export?format=json`)).status, 200);

  await rm(ballast);
  await eventually('the service to be ready again', async () => (await fetch(`${service.url}/readyz`)).status === 200);
  const again = await verify('Water is wet.');
  assert.equal(again.status, 201, again.text);

  const told = service.logs.filter(({ volume }) => volume !== undefined);
  assert.deepEqual(
    told.map(({ level, volume, reason }) => [level, volume, reason]),
    [
      ['error', join(volume, 'data'), 'full'],
      ['info', join(volume, 'data'), undefined],
    ],
  );
  const others = service.logs.filter(
    (line) => ['error', 'warn'].includes(String(line.level)) && line.volume === undefined,
  );
  assert.deepEqual(others, [], 'one line says it');
});
