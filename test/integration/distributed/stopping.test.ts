/** How a process ends if its servers do not respond. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { generateApiKey } from '#common/api-key-format.ts';
import { startServers } from '#test/support/servers/all.ts';
import { MONGO_RESTARTS } from '#test/support/servers/mongodb.ts';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const GIVEN = 'the server at MONGODB_URL is not to be stopped';

test('a process without MongoDB drains and stops', { skip: MONGO_RESTARTS ? false : GIVEN }, async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  const folder = await temporaryFolder();
  context.after(() => folder.remove());
  const service = await startService(folder.path, {
    ...servers.environment,
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_PUBLIC_SOURCES: 'off',
    EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
    EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64'),
  });
  context.after(() => service.kill());
  const posted = await service.request('POST', '/v1/verifications', { body: { content: 'Water is wet.' } });
  assert.equal(posted.status, 201, posted.text);

  // Its stages have progress that they have not stored yet.
  await servers.mongo.kill();
  assert.equal(await service.stop(), 0);
  assert.equal(service.logs.at(-1)?.msg, 'stopped');
});
