import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';
import { segment } from '#engine/extraction/segments.ts';

const LONGEST = 4_000;

test('text without an end is cut, at white space or between code points, and nothing of it is lost', () => {
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

test('no claim of any text is longer than a claim of its own may be', () => {
  const content = `The law says: ${'𝒜'.repeat(99_000)} is forbidden in France since 1987.`;
  const { claims } = extract({ content, question: '', requestedAt: '2026-01-01T00:00:00Z', direct: false });
  assert.ok(claims.length > 0);
  for (const claim of claims) assert.ok(claim.end - claim.start <= LONGEST);
});
