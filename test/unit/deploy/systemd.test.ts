/** deploy/systemd/evidence.service starts what there is, with settings that there are. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unknownVariables } from '#apps/environment.ts';
import { EXIT } from '#apps/start-failure.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const UNIT = readFileSync(join(ROOT, 'deploy/systemd/evidence.service'), 'utf8');
const settings = new Map(UNIT.split('\n').flatMap((line) => (/^\w+=/.test(line) ? [pair(line)] : [])));
const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0;

function pair(line: string): [string, string] {
  const [name = '', ...rest] = line.split('=');
  return [name, rest.join('=')];
}

test('it starts files that are there, and sets variables that are read', () => {
  const [node, ...programs] = settings.get('ExecStart')!.split(' ');
  assert.equal(node, `${settings.get('WorkingDirectory')}/node_modules/.bin/node`);
  for (const file of programs) assert.ok(existsSync(join(ROOT, file)), file);
  assert.deepEqual(unknownVariables(Object.fromEntries([pair(settings.get('Environment')!)])), []);
});

test('it is not started again where that can not help', () => {
  assert.equal(settings.get('RestartPreventExitStatus'), `${EXIT.configuration} ${EXIT.inUse}`);
});

test('systemd reads it without a complaint', { skip: isInstalled ? false : 'no systemd-analyze' }, async () => {
  const folder = await temporaryFolder();
  try {
    const path = join(folder.path, 'evidence.service');
    await writeFile(path, UNIT.replaceAll('/srv/service', ROOT));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8', timeout: 60_000 });
    // Units of the machine itself are none of ours.
    assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('evidence.service'))], [0, []]);
  } finally {
    await folder.remove();
  }
});
