import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';
import { segment } from '#engine/extraction/layout/segments.ts';

const LONGEST = 4_000;

test('endless text is cut at white space or between code points without loss', () => {
  for (const text of ['𝒜'.repeat(50_000), `${'x'.repeat(3_999)}😀`.repeat(10), 'word '.repeat(20_000).trim()]) {
    const { segments } = segment(text);
    assert.ok(segments.length > 1);
    for (const { start, end } of segments) {
      assert.ok(end - start <= LONGEST);
      assert.ok(text.slice(start, end).isWellFormed());
    }
    const kept = segments.map(({ start, end }) => text.slice(start, end)).join('');
    assert.equal(kept.replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
  }
});

test('no extracted claim exceeds the limit for a single claim', () => {
  const content = `The law says: ${'𝒜'.repeat(99_000)} is forbidden in France since 1987.`;
  const { claims } = extract({ content, question: '', requestedAt: '2026-01-01T00:00:00Z', direct: false });
  assert.ok(claims.length > 0);
  for (const claim of claims) assert.ok(claim.end - claim.start <= LONGEST);
});
