/** The verdict alone is that of the judge, under every policy and for all sorts of passages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExaminedPassage, verdictOf, verdictUnder } from '#engine/judging/verdict.ts';
import type { PolicyRules } from '#engine/types/judging.ts';
import { randomNumbers } from '#test/support/random-numbers.ts';

const CLASSES = ['customer_approved', 'operator_library', 'given_by_caller', 'encyclopaedia', 'web_page'];

test('over two thousand random sides and policies', () => {
  const random = randomNumbers(7);
  const seen = new Map<string, number>();
  for (let round = 0; round < 2_000; round++) {
    const passages = Array.from({ length: random(5) }, (): ExaminedPassage => passage(random));
    const policy: PolicyRules = {
      base_profile: random(2) === 0 ? 'general_web' : 'internal_enterprise',
      minimum_independent_sources: 1 + random(3),
      ...(random(2) === 0 && { states_minimum_sources: true }),
      authoritative_source_can_decide: random(2) === 0,
      coverage_threshold: 0.8,
    };
    const materiality = (['high', 'medium', 'low'] as const)[random(3)]!;
    const { verdict } = verdictOf(passages, policy, materiality, null);
    assert.equal(verdictUnder(policy, passages, materiality), verdict);
    seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
  }
  for (const verdict of ['supported', 'contradicted', 'disputed', 'unverifiable']) {
    assert.ok((seen.get(verdict) ?? 0) > 50, `${verdict}: ${seen.get(verdict)}`);
  }
});

function passage(random: (below: number) => number): ExaminedPassage {
  const source_class = CLASSES[random(CLASSES.length)]!;
  return {
    text: 'The station has 18 turbines.',
    ordinal: 0,
    score: 1,
    independence_cluster: `cluster ${random(3)}`,
    source: {
      canonical_url: `https://example.org/${random(4)}`,
      title: 'A title',
      publisher: 'A publisher',
      destination_domain: source_class === 'given_by_caller' ? 'given' : 'example.org',
      source_class,
      approved: source_class === 'customer_approved' || source_class === 'operator_library',
      publication_date: null,
      jurisdiction: null,
      licence: null,
      retrieved_at: '2026-05-04T03:02:01Z',
      retrieval_provider: 'library',
      ...(random(8) === 0 && { is_snippet: true }),
    },
    judgement: {
      relationship: (['supports', 'contradicts', 'context'] as const)[random(3)]!,
      probability: random(4) === 0 ? 0.4 : 0.95,
      explanation: '',
      grounds: [],
    },
    quality: {
      authority: random(10) / 10,
      independence: 1,
      freshness: 1,
      specificity: 1,
      primary: false,
      rationale: [],
    },
    findings: { coverage: 0.5, missing: [], isNear: true, clash: null, denies: false, hint: { kind: 'none' } },
  } as unknown as ExaminedPassage;
}
