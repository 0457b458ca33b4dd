import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const ENTRY = new URL('../../../apps/package/index.mjs', import.meta.url).href;

test('an import on an older Node fails in one sentence that names one that will do', () => {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });
    await import('${ENTRY}').catch(({ message }) => console.log(message));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  assert.equal(
    stdout,
    'evidence-verification needs Node 26 or newer to be imported, and this is Node 20.1.0: run node_modules/.bin/node instead.\n',
  );
});
