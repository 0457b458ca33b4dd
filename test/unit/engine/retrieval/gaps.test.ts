import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisiveGap, gapLimitation } from '#engine/retrieval/gaps.ts';
import type { RetrievalGap } from '#engine/types/retrieval.ts';

const GAPS: Record<RetrievalGap, true> = {
  no_source_configured: true,
  no_source_reachable: true,
  no_words_to_search: true,
  no_passage_found: true,
  passage_irrelevant: true,
  provider_failed: true,
  budget_spent: true,
  snippet_only: true,
  no_network: true,
  rate_limited: true,
  format_not_understood: true,
  credential_refused: true,
  search_quota_spent: true,
  cost_limit_reached: true,
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

test('a claim stays open for want of a network only where nothing else was searched', () => {
  assert.equal(decisiveGap(['no_network'], 0), 'no_network');
  assert.equal(decisiveGap(['no_network', 'no_passage_found'], 0), 'no_passage_found');
  assert.equal(decisiveGap(['left_out_by_mode'], 3), null);
  assert.equal(decisiveGap(['query_deidentified', 'rate_limited'], 3), 'rate_limited');
  assert.equal(decisiveGap(['query_deidentified'], 0), null);
});
