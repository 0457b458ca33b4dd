import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { type ClaimSpan, segmentsOf } from '#results/page/text/segments.ts';
import fc from '#test/support/property.ts';

const span = (start: number, end: number, verdict: ClaimSpan['verdict'], number: number): ClaimSpan => ({
  start,
  end,
  verdict,
  number,
});

test('pieces begin and end where claims do; the most severe verdict wins', () => {
  const segments = segmentsOf('one two three', [span(0, 7, 'supported', 1), span(4, 13, 'contradicted', 2)]);
  assert.deepEqual(segments, [
    { text: 'one ', verdict: 'supported', claims: 1, begins: [1], ends: [] },
    { text: 'two', verdict: 'contradicted', claims: 2, begins: [2], ends: [1] },
    { text: ' three', verdict: 'contradicted', claims: 1, begins: [], ends: [2] },
  ]);
});

test('offsets are code points', () => {
  const segments = segmentsOf('😀 is 😀!', [span(2, 4, 'supported', 1)]);
  assert.deepEqual(
    segments.map(({ text }) => text),
    ['😀 ', 'is', ' 😀!'],
  );
});

test('spans beyond the text and empty spans are ignored', () => {
  const spans = [span(2, 99, 'disputed', 1), span(50, 60, 'supported', 2), span(1, 1, 'supported', 3)];
  assert.deepEqual(
    segmentsOf('abcd', spans).map(({ text, verdict }) => [text, verdict]),
    [
      ['ab', null],
      ['cd', 'disputed'],
    ],
  );
  assert.deepEqual(segmentsOf('', spans), []);
});

test('property: no text is lost, and every piece names the claims that cover it', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const anySpan = fc.tuple(fc.nat(40), fc.nat(40), fc.constantFrom(...VERDICTS));
  fc.assert(
    fc.property(text, fc.array(anySpan, { maxLength: 12 }), (content, tuples) => {
      const characters = Array.from(content);
      const spans = tuples
        .map(([a, b, verdict], index) => span(Math.min(a, b), Math.max(a, b), verdict, index + 1))
        .filter(({ start, end }) => start < end && end <= characters.length);
      const segments = segmentsOf(content, spans);
      assert.equal(segments.map((segment) => segment.text).join(''), content);
      let at = 0;
      for (const segment of segments) {
        const covering = spans.filter(({ start, end }) => start <= at && at < end);
        assert.equal(segment.claims, covering.length);
        assert.equal(segment.verdict !== null, covering.length > 0);
        at += Array.from(segment.text).length;
      }
      const numbers = (of: 'begins' | 'ends') => segments.flatMap((segment) => segment[of]).sort((a, b) => a - b);
      const all = spans.map(({ number }) => number).sort((a, b) => a - b);
      assert.deepEqual([numbers('begins'), numbers('ends')], [all, all]);
    }),
  );
});

test('100,000 characters with 10,000 overlapping claims are split in one pass', () => {
  const content = 'x'.repeat(100_000);
  const spans = Array.from({ length: 10_000 }, (_, index) => span(index, 100_000 - index, 'supported', index + 1));
  const segments = segmentsOf(content, spans);
  assert.equal(segments.length, 19_999);
  assert.equal(Math.max(...segments.map(({ claims }) => claims)), 10_000);
});
