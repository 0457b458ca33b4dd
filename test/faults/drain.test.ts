import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startService } from '#test/support/service.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('SIGTERM while sources hang: the caller gets a response, the process exits with 0', async (context) => {
  const { path: folder, remove } = await temporaryFolder();
  context.after(remove);
  const silent = createServer();
  context.after(() => {
    silent.closeAllConnections();
    silent.close();
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const asked = once(silent, 'request');

  const service = await startService(folder, { EVIDENCE_ALLOW_HOSTS: host });
  const organization = (await succeeded(service.request('GET', '/v1/organizations'))).body.data[0].id;
  const sets = `/v1/organizations/${organization}/source-sets`;
  const { id } = (await succeeded(service.request('POST', sets, { body: { name: 'silent' } }))).body;
  // Pages of one host are asked for one after the other: these take longer than draining may.
  for (let page = 0; page < 4; page++) {
    const body = { url: `http://${host}/${page}`, label: 'silent' };
    assert.equal((await service.request('POST', `${sets}/${id}/resources`, { body })).status, 201);
  }
  const body = { content: 'Berlin has 3.7 million people.', source_set_id: id };
  const posted = service.request('POST', '/v1/verifications', { body });
  await asked;

  const ended = service.stop();
  const answer = await posted;
  assert.equal(answer.status, 503);
  assert.equal(answer.body.error.code, 'service_unavailable');
  // A process that does not get there in time ends itself with another code.
  assert.equal(await ended, 0);
});
