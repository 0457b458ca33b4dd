/** `evidence audit`, beside a running service and without one. */
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { evidence } from '#test/support/command-line.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: { path: string; remove: () => Promise<void> };
let data: string;
let service: ServiceProcess;
const at = (name: string) => join(folder.path, name);
const run = (...args: string[]) => evidence(data, ['audit', ...args]);

before(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
  service = await startService(data);
});
after(async () => {
  await service.stop();
  await folder.remove();
});

const linesOf = async (name: string) => (await readFile(at(name), 'utf8')).split('\n');

test('an exported chain verifies until the file is changed', async () => {
  const verified = await service.request('POST', '/v1/verifications', { body: { content: 'Iron is a metal.' } });
  assert.equal(verified.status, 201, verified.text);
  const exported = await run('export', at('first.jsonl'), '--json');
  assert.equal(exported.code, 0, exported.stderr);
  const { records, organizations, public_key } = JSON.parse(exported.stdout);
  assert.equal(organizations, 1);
  assert.equal((await stat(at('first.jsonl'))).mode & 0o777, 0o600);
  const lines = await linesOf('first.jsonl');
  assert.equal(lines.length, records + 3);
  assert.ok(lines.some((line) => line.includes('verification.requested')));

  const checked = await run('verify', at('first.jsonl'), '--public-key', public_key);
  assert.equal(checked.code, 0, checked.stderr);
  assert.match(checked.stdout, new RegExp(`intact +${records} records of 1 organization`));

  await writeFile(at('changed.jsonl'), lines.with(2, lines[2]!.replace('accepted', 'refused')).join('\n'));
  const found = await run('verify', at('changed.jsonl'));
  assert.equal(found.code, 1);
  assert.match(found.stdout, /record 2 of org_\w+ \(line 3\) was changed/);
  await writeFile(at('dropped.jsonl'), lines.toSpliced(1, 1).join('\n'));
  const dropped = JSON.parse((await run('verify', at('dropped.jsonl'), '--json')).stdout);
  assert.deepEqual([dropped.intact, dropped.finding.problem, dropped.finding.seq], [false, 'dropped', 1]);
});

test('a later export continues an earlier export or a saved API response', async () => {
  const list = await service.request('GET', '/v1/organizations', {});
  const { id } = list.body.data[0];
  const kept = await service.request('GET', `/v1/organizations/${id}/audit-events?limit=1`, {});
  await writeFile(at('kept.json'), JSON.stringify(kept.body, null, 2));
  const made = await service.request('POST', '/v1/api-keys', { body: { name: 'another' } });
  assert.equal(made.status, 201);
  const exported = await run('export', at('later.jsonl'), '--organization', id);
  assert.equal(exported.code, 0, exported.stderr);
  for (const earlier of ['first.jsonl', 'kept.json']) {
    const checked = await run('verify', at('later.jsonl'), '--earlier', at(earlier));
    assert.equal(checked.code, 0, checked.stdout);
  }
  const backwards = await run('verify', at('first.jsonl'), '--earlier', at('later.jsonl'));
  assert.equal(backwards.code, 1);
  assert.match(backwards.stdout, /was cut off: there were \d+ records earlier/);
});

test('a file can be verified without a service or data', async () => {
  const elsewhere = await evidence(at('nothing'), ['audit', 'verify', at('first.jsonl')]);
  assert.equal(elsewhere.code, 0, elsewhere.stderr);
  assert.match(elsewhere.stdout, /^not checked +who signed it: without --public-key .*\nintact /);
  const { public_key } = JSON.parse((await run('verify', at('first.jsonl'), '--json')).stdout).signed;
  const pinned = await run('verify', at('first.jsonl'), '--public-key', public_key);
  assert.match(pinned.stdout, /^intact /);
  const json = async (...more: string[]) =>
    JSON.parse((await run('verify', at('first.jsonl'), '--json', ...more)).stdout).signer_checked;
  assert.deepEqual([await json(), await json('--public-key', public_key)], [false, true]);

  const other = await run('verify', 'package.json');
  assert.equal(other.code, 1);
  assert.match(other.stdout, /^package\.json: not an export of the audit trail: its first line is not \{"format":/);
  assert.match(other.stderr, /^evidence: "evidence audit export FILE" writes the file to verify/);
  await assert.rejects(stat(at('nothing')), { code: 'ENOENT' });
  assert.match((await run('verify', at('absent.jsonl'))).stderr, /can not be read: ENOENT/);
  assert.equal((await run('verify', at('first.jsonl'), '--public-key', 'abc')).code, 2);
});

test('an export without a running service contains everything that it did', async () => {
  const made = await service.request('POST', '/v1/api-keys', { body: { name: 'the last' } });
  await service.kill();
  const exported = await run('export', at('alone.jsonl'));
  assert.equal(exported.code, 0, exported.stderr);
  assert.match(await readFile(at('alone.jsonl'), 'utf8'), new RegExp(made.body.id));
  assert.equal((await run('verify', at('alone.jsonl'), '--earlier', at('later.jsonl'))).code, 0);
  const refused = await run('export', at('none.jsonl'), '--organization', 'org_none');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /there is no organization org_none/);
  await assert.rejects(stat(at('none.jsonl')), { code: 'ENOENT' });
});
