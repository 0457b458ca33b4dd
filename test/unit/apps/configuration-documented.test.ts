/** README.md names every variable that is read, and no others. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { VARIABLES } from '#apps/environment.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Read by Node itself. */
const OF_NODE = 'NODE_EXTRA_CA_CERTS';
/** Only used in docker-compose.yml, to build the settings of the processes. */
const OF_COMPOSE = ['EVIDENCE_BIND', 'EVIDENCE_HTTP_PORT', 'EVIDENCE_LIBRARY', 'MONGODB_USERNAME', 'MONGODB_PASSWORD'];

test('the tables of the README hold exactly the variables that are read', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, configuration = ''] = /^## Configuration\n(.*?)^## /ms.exec(readme) ?? [];
  const cells = [...configuration.matchAll(/^\| ((?:[A-Z][A-Z0-9_]+(?:, )?)+) \|/gm)];
  const documented = cells.flatMap(([, names]) => names!.split(', '));
  assert.deepEqual(documented.toSorted(), [...VARIABLES, OF_NODE].toSorted());
});

test('.env.example names no variable that nothing reads', () => {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  assert.deepEqual(
    named.filter((name) => !VARIABLES.includes(name) && !OF_COMPOSE.includes(name)),
    [],
  );
});
