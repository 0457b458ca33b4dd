import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misspelledVariables } from '#apps/cli/misspelled.ts';
import { VARIABLES } from '#apps/environment.ts';
import { variableMeant } from '#apps/variable-meant.ts';

test('a name with one wrong character, or the beginning of one, is recognized', () => {
  const cases: [string, string | null][] = [
    ['EVIDENCE_DATADIR', 'EVIDENCE_DATA_DIR'],
    ['EVIDENCE_PROT', 'EVIDENCE_PORT'],
    ['EVIDENCE_HOSTS', 'EVIDENCE_HOST'],
    ['EVIDENCE_LIBARY_DIR', 'EVIDENCE_LIBRARY_DIR'],
    ['EVIDENCE_MASTER_KEX', 'EVIDENCE_MASTER_KEY'],
    ['EVIDENCE_LIBRARY', 'EVIDENCE_LIBRARY_DIR'],
    ['EVIDENCE_KEY', null],
    ['EVIDENCE_HOME', null],
    ['EVIDENCE_PUBLIC', null],
  ];
  for (const [name, meant] of cases) assert.equal(variableMeant(name), meant, name);
});

test('commands name variables that are nearly right, and no others', () => {
  const right = Object.fromEntries(VARIABLES.map((name) => [name, 'x']));
  assert.deepEqual(misspelledVariables({ ...right, EVIDENCE_KEY: 'x', HOME: 'x' }), []);
  assert.deepEqual(misspelledVariables({ EVIDENCE_PROT: '1' }), [
    'EVIDENCE_PROT is no setting and is passed over: did you mean EVIDENCE_PORT?',
  ]);
});
