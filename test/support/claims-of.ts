/** What the extraction makes of a text, and tests that say it as a table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';

/** The claims of a text that was sent on 21 November 2026, in their order. */
export function claimsOf(content: string, question = ''): readonly ExtractedClaim[] {
  return extract({ content, question, requestedAt: '2026-11-21T10:00:00Z', direct: false }).claims;
}

/** The claims of a text as they are judged: each as a sentence of its own. */
function normalizedClaims(content: string): string[] {
  return claimsOf(content).map(({ normalized_claim }) => normalized_claim);
}

/** A test for each text: it holds these claims and no others, in any order. */
export function splits(cases: readonly [text: string, expected: string[]][]): void {
  for (const [text, expected] of cases)
    test(text.slice(0, 80), () => assert.deepEqual(normalizedClaims(text).toSorted(), expected.toSorted()));
}

/** A test for each text: it is one claim, as it stands. */
export function staysWhole(texts: readonly string[]): void {
  for (const text of texts) test(text.slice(0, 80), () => assert.deepEqual(normalizedClaims(text), [text]));
}
