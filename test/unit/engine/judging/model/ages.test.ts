import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdrawn } from './model-fixtures.ts';

const LIFE = 'Ida Voss (21 May 1799 – 9 March 1847) was a Baltic collector of fossils.';

test('an age at death follows from the days of birth and death', () => {
  assert.equal(withdrawn('Ida Voss, a collector of fossils, died at the age of 47.', LIFE), null);
  assert.equal(withdrawn('Ida Voss, a collector of fossils, died aged 47.', LIFE), null);
  const birthday = LIFE.replace('9 March', '21 May');
  assert.equal(withdrawn('Ida Voss, a collector of fossils, died aged 48.', birthday), null);
});

test('another age at death, or an age at something else, does not follow', () => {
  for (const age of ['46', '48', '74']) {
    const claim = `Ida Voss, a collector of fossils, died at the age of ${age}.`;
    assert.equal(withdrawn(claim, LIFE), 'unstated_figure');
  }
  assert.equal(withdrawn('Ida Voss was a collector of fossils at the age of 47.', LIFE), 'unstated_figure');
  assert.equal(withdrawn('Ida Voss, who collected 47 fossils, is dead.', LIFE), 'unstated_figure');
});

test('years without days, and the days of two lives, make no age', () => {
  const years = 'Ida Voss (1799–1847) was a Baltic collector of fossils.';
  assert.equal(withdrawn('Ida Voss, a collector of fossils, died at the age of 47.', years), 'unstated_figure');
  const two = `${LIFE} Her brother was Emil Voss (2 April 1801 – 3 June 1870).`;
  assert.equal(withdrawn('Ida Voss, a collector of fossils, died at the age of 47.', two), 'unstated_figure');
});
