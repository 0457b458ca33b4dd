/** The client that openapi-python-client generates from the published description: every module loads, and it drives the service. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { openClientTest, outputOf } from '#test/support/generated-clients.ts';

const GENERATOR = 'openapi-python-client';

const works = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const skip =
  !(works(GENERATOR, '--version') && works('python3', '-c', 'import attrs, httpx')) &&
  `${GENERATOR} is not on PATH, or python3 lacks what its clients need; pip install ${GENERATOR} in an environment of its own`;

test('a Python client of the description loads and drives the service', { skip }, async (context) => {
  const { folder, description, args } = await openClientTest(context);
  const generated = await outputOf(GENERATOR, ['generate', '--path', description, '--output-path', 'client'], folder);
  assert.doesNotMatch(generated, /warning|error|unable/i, 'operations that it leaves out');
  const drive = join(import.meta.dirname, 'python/drive.py');
  const output = await outputOf('python3', [drive, ...args], folder, { PYTHONPATH: join(folder, 'client') });
  assert.equal(output, 'operations 45\ncreated contradicted\nexported\nreviewed\nuploaded 3\nlisted 6\n');
});
