import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { parse } from 'yaml';
import { requestOf, type StartedProcess, startProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: { path: string; remove: () => Promise<void> };
let processes: StartedProcess[];
beforeEach(async () => {
  folder = await temporaryFolder();
  processes = [];
});
afterEach(async () => {
  for (const one of processes) await one.kill();
  await folder.remove();
});

test('a client sees no difference between the service and the gateway before it', async () => {
  const service = await startService(join(folder.path, 'data'));
  processes.push(service);
  const gateway = await startProcess('apps/gateway.ts', {
    EVIDENCE_COMMAND_API_URLS: service.url,
    EVIDENCE_QUERY_API_URLS: service.url,
  });
  processes.push(gateway);
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    requestOf(gateway.url, service.key, method, path, { headers, ...(body === undefined ? {} : { body }) });

  const verified = await call('POST', '/v1/verifications', { content: 'Water boils at 100 degrees.' });
  assert.equal(verified.status, 201);
  const { id } = verified.body.result;
  assert.deepEqual((await call('GET', `/v1/verifications/${id}`)).body.result, verified.body.result);
  const page = await call('GET', `/v1/verifications/${id}/export?format=html`);
  assert.match(String(page.headers.get('content-type')), /^text\/html/);
  assert.match(page.text, /^<!doctype html>/i);

  const traced = await call('GET', '/v1/engine', undefined, { 'x-request-id': 'mine' });
  assert.equal(traced.headers.get('x-request-id'), 'mine');
  const missing = await call('PATCH', '/v1/verifications');
  assert.deepEqual([missing.status, missing.headers.get('allow')], [405, 'POST']);
  // Too large for this operation: the API's error arrives although it is sent before the end of the body.
  const large = await call('POST', '/v1/verifications', { content: 'x'.repeat(3_000_000) });
  assert.deepEqual([large.status, large.body.error.code], [413, 'payload_too_large']);

  assert.equal(await gateway.stop(), 0);
  assert.equal(await service.stop(), 0);
});

test('the health check of docker-compose.yml tells whether a process is ready', async () => {
  const compose = parse(await readFile(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8'), {
    merge: true,
  });
  const [, program, ...args] = compose.services['command-api-1'].healthcheck.test as string[];
  assert.equal(program, 'node');
  const service = await startService(join(folder.path, 'data'));
  processes.push(service);
  const { host } = new URL(service.url);
  const check = async () => {
    const child = spawn(
      process.execPath,
      args.map((arg) => arg.replace('127.0.0.1:8080', host)),
    );
    return (await once(child, 'exit'))[0];
  };
  assert.ok(args.join(' ').includes('127.0.0.1:8080'));
  assert.equal(await check(), 0);
  await service.stop();
  assert.equal(await check(), 1);
});

test('a gateway without APIs exits with 2 and names the settings', async () => {
  await assert.rejects(startProcess('apps/gateway.ts', {}), (error: Error) => {
    assert.match(error.message, /exited \(2\)/);
    assert.match(error.message, /EVIDENCE_COMMAND_API_URLS .*; EVIDENCE_QUERY_API_URLS /);
    return true;
  });
});
