import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jointVerdict, matchClaims } from '#apps/measuring/match.ts';
import { overlap } from '#apps/measuring/span.ts';

const claim = (start: number, end: number) => ({ location: { start, end } });

describe('matchClaims', () => {
  const spans = [
    { start: 0, end: 20 },
    { start: 20, end: 50 },
    { start: 60, end: 80 },
  ];

  test('a claim goes to the span that it overlaps most', () => {
    const both = claim(15, 50);
    const { matches, stray } = matchClaims(spans, [both]);
    assert.deepEqual(matches[1]!.own, [both]);
    assert.deepEqual(matches[0]!.own, []);
    assert.deepEqual(stray, []);
  });

  test('of equal overlaps the first span has the claim', () => {
    const even = claim(10, 30);
    assert.deepEqual(matchClaims(spans, [even]).matches[0]!.own, [even]);
  });

  test('a span has every claim that was split from it', () => {
    const parts = [claim(20, 34), claim(36, 50)];
    assert.deepEqual(matchClaims(spans, parts).matches[1]!.own, parts);
  });

  test('a claim that holds several spans answers those that have none of their own', () => {
    const wide = claim(0, 50);
    const { matches } = matchClaims(spans, [wide]);
    assert.deepEqual(matches[1], { own: [wide], wide: [] });
    assert.deepEqual(matches[0], { own: [], wide: [wide] });
    assert.deepEqual(matches[2], { own: [], wide: [] });
  });

  test('a wide claim does not answer a span that has its own', () => {
    const [own, wide] = [claim(0, 20), claim(0, 50)];
    assert.deepEqual(matchClaims(spans, [own, wide]).matches[0], { own: [own], wide: [] });
  });

  test('a claim that holds a span in part does not answer it', () => {
    const { matches } = matchClaims(spans, [claim(5, 50)]);
    assert.deepEqual(matches[0], { own: [], wide: [] });
  });

  test('a claim that overlaps no span is stray', () => {
    const between = claim(50, 60);
    assert.deepEqual(matchClaims(spans, [between]).stray, [between]);
  });
});

test('spans that only touch do not overlap', () => {
  assert.equal(overlap({ start: 0, end: 5 }, { start: 5, end: 9 }), 0);
  assert.equal(overlap({ start: 0, end: 6 }, { start: 5, end: 9 }), 1);
});

describe('jointVerdict', () => {
  const part = (verdict: Parameters<typeof jointVerdict>[0][number]['verdict'], reliability = 0.8) => ({
    verdict,
    reliability,
  });

  test('nothing says nothing', () => {
    assert.deepEqual(jointVerdict([]), { verdict: 'none', reliability: null });
  });

  test('one contradicted part makes the claim contradicted, as surely as the surest', () => {
    const parts = [part('supported', 0.99), part('contradicted', 0.7), part('contradicted', 0.9), part('disputed')];
    assert.deepEqual(jointVerdict(parts), { verdict: 'contradicted', reliability: 0.9 });
  });

  test('a disputed part makes it disputed if none is contradicted', () => {
    const parts = [part('supported'), part('disputed', 0.6)];
    assert.deepEqual(jointVerdict(parts), { verdict: 'disputed', reliability: 0.6 });
  });

  test('it is supported if every checkable part is, as surely as the least sure', () => {
    const parts = [part('supported', 0.9), part('not_checkable', 0.1), part('supported', 0.8)];
    assert.deepEqual(jointVerdict(parts), { verdict: 'supported', reliability: 0.8 });
  });

  test('one part left open leaves it open', () => {
    const parts = [part('supported', 0.9), part('unverifiable', 0.5)];
    assert.deepEqual(jointVerdict(parts), { verdict: 'unverifiable', reliability: 0.5 });
  });

  test('it is not checkable if no part is', () => {
    assert.deepEqual(jointVerdict([part('not_checkable')]), { verdict: 'not_checkable', reliability: null });
  });
});
