/** Corrections in a text, and those that can't be made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corrected } from '#workbench/result.ts';

const TEXT = '😀 The station has 24 turbines. It opened in 2018.';
const turbines = { number: 1, start: 2, end: 30, original: 'has 24 turbines', suggested: 'has 18 turbines' };
const opened = { number: 2, start: 31, end: 49, original: 'in 2018', suggested: 'in 2019' };

test('corrections are made at their places, counted in code points', () => {
  const { text, left } = corrected(TEXT, [turbines, opened]);
  assert.equal(text, '😀 The station has 18 turbines. It opened in 2019.');
  assert.deepEqual(left, []);
});

test('a correction of words that the text has not is told, and not made', () => {
  const { text, left } = corrected(TEXT, [turbines, { ...opened, original: 'opened its doors in 2018' }]);
  assert.equal(text, '😀 The station has 18 turbines. It opened in 2018.');
  assert.deepEqual(left, [{ number: 2, why: 'other_words' }]);
});

test('of corrections that overlap the first is made, and the other told', () => {
  const other = { ...turbines, number: 3, start: 14, end: 30, original: '24', suggested: '12' };
  const { text, left } = corrected(TEXT, [turbines, other, opened]);
  assert.equal(text, '😀 The station has 18 turbines. It opened in 2019.');
  assert.deepEqual(left, [{ number: 3, why: 'overlaps' }]);
});
