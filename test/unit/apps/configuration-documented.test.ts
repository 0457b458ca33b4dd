/** docs/configuration.md names every variable that is read, and no others; README.md none that nothing reads. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { VARIABLES } from '#apps/environment.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Read by Node itself. */
const OF_NODE = 'NODE_EXTRA_CA_CERTS';
/** Only used in docker-compose.yml, to build the settings of the processes. */
const COMPOSE = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
/** Those that the compose file itself reads. */
const OF_COMPOSE = [...COMPOSE.matchAll(/\$\{([A-Z]\w+)/g)].map(([, name]) => name!);

test('the tables hold exactly the variables that are read', () => {
  assert.deepEqual(variablesIn('docs/configuration.md').toSorted(), [...VARIABLES, OF_NODE].toSorted());
});

test('the README names some of them', () => {
  const named = variablesIn('README.md');
  assert.notDeepEqual(named, []);
  assert.deepEqual(
    named.filter((name) => !VARIABLES.includes(name)),
    [],
  );
});

/** The names in the first cells of a document's tables. */
function variablesIn(file: string): string[] {
  const cells = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^\| ((?:[A-Z][A-Z0-9_]+(?:, )?)+) \|/gm)];
  return cells.flatMap(([, names]) => names!.split(', '));
}

test('.env.example names no variable that nothing reads', () => {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  assert.deepEqual(
    named.filter((name) => !VARIABLES.includes(name) && !OF_COMPOSE.includes(name)),
    [],
  );
});
