import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Claims } from '#domain/verification/claims.ts';

/** Claims that are no more than their ids. */
function withClaims(before: Claims<string>, ...names: string[]): Claims<string> {
  const changed = before.change();
  for (const name of names) changed.set(name, name);
  return changed.done();
}

const namesOf = (claims: Claims<string>) => [...claims.values()];
const names = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `clm_${from + n}`);

describe('claims of a verification', () => {
  test('are in the order in which they were added, each found by its id', () => {
    const claims = withClaims(withClaims(new Claims<string>(), ...names(0, 100)), ...names(100, 200));
    assert.equal(claims.size, 200);
    assert.deepEqual(namesOf(claims), names(0, 200));
    for (const name of names(0, 200)) assert.equal(claims.get(name), name);
    assert.equal(claims.has('clm_200'), false);
  });

  test('keep their place when they change', () => {
    const changed = withClaims(new Claims<string>(), ...names(0, 70)).change();
    changed.set('clm_64', 'changed');
    const claims = changed.done();
    assert.equal(claims.size, 70);
    assert.deepEqual(namesOf(claims), [...names(0, 64), 'changed', ...names(65, 70)]);
  });

  test('are left as they were by what follows them', () => {
    const before = withClaims(new Claims<string>(), ...names(0, 70));
    const changed = before.change();
    changed.set('clm_3', 'changed');
    changed.set('clm_70', 'clm_70');
    changed.done();
    assert.deepEqual(namesOf(before), names(0, 70));
    assert.deepEqual([before.size, before.has('clm_70'), before.get('clm_3')], [70, false, 'clm_3']);
    assert.equal(before.change().get('clm_70'), undefined);
  });

  test('may be followed by two that know nothing of each other', () => {
    const before = withClaims(new Claims<string>(), ...names(0, 70));
    const one = withClaims(before, 'one', 'both');
    const other = withClaims(before, 'other', 'both', 'last');
    assert.deepEqual(namesOf(one), [...names(0, 70), 'one', 'both']);
    assert.deepEqual(namesOf(other), [...names(0, 70), 'other', 'both', 'last']);
    assert.deepEqual([one.has('other'), one.has('last'), other.has('one')], [false, false, false]);
    assert.deepEqual([one.get('both'), other.get('both')], ['both', 'both']);
    assert.deepEqual(namesOf(withClaims(one, 'last')), [...names(0, 70), 'one', 'both', 'last']);
  });
});
