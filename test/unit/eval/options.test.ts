import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionsError, readOptions } from '#eval/options.ts';

test('without options the own articles are measured', () => {
  assert.deepEqual(readOptions([], 'eval/articles'), {
    data: ['eval/articles'],
    out: 'out/eval',
    compare: undefined,
    claims: false,
    given: false,
    sets: undefined,
    jobs: undefined,
  });
});

test('folders may be named several times, sets by commas', () => {
  const { data, sets, jobs } = readOptions(['--data', 'a', '--data', 'b', '--sets', 'fever,fm2', '--jobs', '4'], 'own');
  assert.deepEqual([data, sets, jobs], [['a', 'b'], ['fever', 'fm2'], 4]);
});

test('what is no option, or no number of jobs, is told', () => {
  for (const args of [['--dta', 'x'], ['--data'], ['folder'], ['--jobs', '0'], ['--jobs', 'many']]) {
    assert.throws(() => readOptions(args, 'own'), OptionsError, args.join(' '));
  }
});
