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
    model: undefined,
  });
});

test('a model is asked, recorded or replayed', () => {
  const modelOf = (...args: string[]) => readOptions(args, 'own').model;
  const asked = ['--model', 'm', '--model-url', 'http://127.0.0.1:1/v1'];
  assert.deepEqual(modelOf(...asked), { name: 'm', url: 'http://127.0.0.1:1/v1', record: undefined });
  assert.deepEqual(modelOf(...asked, '--record', 'r'), { name: 'm', url: 'http://127.0.0.1:1/v1', record: 'r' });
  const replayed = { name: 'm', url: null, replay: 'r' };
  assert.deepEqual(modelOf('--model', 'm', '--replay', 'r'), { ...replayed, pending: undefined });
  assert.deepEqual(modelOf('--model', 'm', '--replay', 'r', '--pending', 'p'), { ...replayed, pending: 'p' });
});

test('a model without a server or recordings, or with too many of them, is told', () => {
  const wrong = [
    ['--model', 'm'],
    ['--replay', 'r'],
    ['--model', 'm', '--pending', 'p'],
    ['--model', 'm', '--replay', 'r', '--record', 's'],
  ];
  for (const args of wrong) assert.throws(() => readOptions(args, 'own'), OptionsError, args.join(' '));
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
