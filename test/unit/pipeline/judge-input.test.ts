import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JudgeItem } from '#engine/engine.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';
import { judgeInput } from '#pipeline/consultations/judge-input.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';

const claim = extractedClaim('The bridge is long.');
const source: RankedPassage['source'] = {
  canonical_url: 'urn:evidence:library:bridge.md',
  title: 'Bridges',
  publisher: 'library',
  destination_domain: 'library',
  source_class: 'operator_library',
  approved: true,
  publication_date: null,
  jurisdiction: null,
  licence: null,
  retrieved_at: '2026-01-01T00:00:00.000Z',
  retrieval_provider: 'library',
};
const passage: RankedPassage = { text: 'It is long.', ordinal: 1, score: 0.5, independence_cluster: 'a', source };
const other: RankedPassage = { ...passage, text: 'It is short.', ordinal: 2 };
const ORDER_ONLY = { isReadByScore: false };
const item: JudgeItem = { claim, passages: [passage, other], gaps: [], about: ['oldford'], surroundings: 'Around.' };

test('whatever a judge is given makes another input', () => {
  const changed: JudgeItem[] = [
    { ...item, claim: { ...claim, normalized_claim: 'The bridge is short.' } },
    { ...item, claim: { ...claim, original_span: 'is long' } },
    { ...item, claim: { ...claim, sentence: 'Not at all.' } },
    { ...item, claim: { ...claim, materiality: 'high' } },
    { ...item, claim: { ...claim, language: 'de' } },
    { ...item, claim: { ...claim, ambiguous_dependencies: ['it'] } },
    { ...item, passages: [other, passage] },
    { ...item, passages: [passage] },
    { ...item, passages: [passage, { ...other, text: 'It is short!' }] },
    { ...item, passages: [passage, { ...other, ordinal: 3 }] },
    { ...item, passages: [passage, { ...other, independence_cluster: 'b' }] },
    { ...item, passages: [passage, { ...other, source: { ...source, title: 'Tunnels' } }] },
    { ...item, passages: [passage, { ...other, source: { ...source, approved: false } }] },
    { ...item, passages: [passage, { ...other, source: { ...source, publication_date: '2026-01-01' } }] },
    { ...item, gaps: ['no_source_reachable'] },
    { ...item, about: ['tarnow'] },
    { ...item, surroundings: 'Around it.' },
  ];
  const digests = [item, ...changed].map((each) => judgeInput(each, ORDER_ONLY));
  assert.equal(new Set(digests).size, digests.length);
});

test('where a claim stands and when a passage was found make no other input', () => {
  const elsewhere = { ...claim, ordinal: 7, chunk: 9, start: 70, end: 89 };
  const later = { ...source, retrieved_at: '2026-02-02T00:00:00.000Z' };
  const passages = [passage, other].map((each) => ({ ...each, score: each.score / 2, source: later }));
  assert.equal(judgeInput({ ...item, claim: elsewhere, passages }, ORDER_ONLY), judgeInput(item, ORDER_ONLY));
});

test('another score makes another input where an NLI model reads passages by it', () => {
  const nearer = { ...item, passages: [passage, { ...other, score: 0.4 }] };
  const byScore = { isReadByScore: true };
  assert.notEqual(judgeInput(nearer, byScore), judgeInput(item, byScore));
  assert.notEqual(judgeInput(item, byScore), judgeInput(item, ORDER_ONLY));
});
