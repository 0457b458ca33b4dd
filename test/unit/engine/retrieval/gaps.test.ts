import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapLimitation } from '#engine/retrieval/gaps.ts';
import type { RetrievalGap } from '#engine/types.ts';

const GAPS: Record<RetrievalGap, true> = {
  no_source_configured: true,
  no_source_reachable: true,
  no_passage_found: true,
  passage_irrelevant: true,
  provider_failed: true,
  budget_spent: true,
  snippet_only: true,
  no_network: true,
  rate_limited: true,
  format_not_understood: true,
  credential_refused: true,
  left_out_by_mode: true,
  query_deidentified: true,
};

test('every gap has one sentence of its own', () => {
  const sentences = (Object.keys(GAPS) as RetrievalGap[]).map((gap) => gapLimitation(gap));
  assert.equal(new Set(sentences).size, sentences.length);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z][^.]+\.$/);
});

test('a detail is named in brackets', () => {
  assert.match(gapLimitation('provider_failed', 'brave'), /missing \(brave\)\.$/);
  assert.equal(gapLimitation('provider_failed', ''), gapLimitation('provider_failed'));
});
