import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, JudgeItem } from '#engine/engine.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { ExtractedClaim } from '#engine/types/extraction.ts';
import type { PolicyRules } from '#engine/types/judging.ts';
import type { CandidatePassage, SourceDocument } from '#engine/types/retrieval.ts';
import {
  type PackedJudge,
  type PackedRank,
  packedCalls,
  packJudge,
  packRank,
  unpackJudged,
  unpackRanked,
} from '#platform/engine-pool/engine-wire.ts';
import { librarySource } from '#test/support/library-source.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const POLICY: PolicyRules = {
  base_profile: 'general_web',
  minimum_independent_sources: 1,
  authoritative_source_can_decide: true,
  coverage_threshold: 0.8,
};

const source = (name: string): SourceDocument => librarySource(name, NOW, name);

/** Passes values through JSON, like a call to the thread. */
function crossed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function throughWire(engine: Engine): Pick<Engine, 'rank' | 'judge'> {
  const thread = packedCalls(engine);
  return {
    async rank(claims, candidates, paragraphs) {
      const packed = crossed<PackedRank>(packRank(claims, candidates, paragraphs));
      return unpackRanked(crossed(await thread.rank(...packed)), candidates);
    },
    async judge(items, policy, now) {
      const packed = crossed<PackedJudge>(packJudge(items, policy, now));
      return unpackJudged(crossed(await thread.judge(...packed)), items);
    },
  };
}

const engine = createEngine();
const wire = throughWire(engine);
const content = 'The Eiffel Tower stands in Paris. It is 330 metres tall. The tower was finished in 1889.';
const { claims } = await engine.extract({ content, question: '', requestedAt: NOW, direct: false });
const [first, second] = [source('first'), source('second')];

function candidatesOf(_claim: ExtractedClaim): CandidatePassage[] {
  return [
    { text: 'The Eiffel Tower is in Paris.', ordinal: 0, source: first },
    { text: 'The Eiffel Tower is 300 metres tall.', ordinal: 1, source: first },
    { text: 'The Eiffel Tower is in Paris.', ordinal: 4, source: first },
    { text: 'The Eiffel Tower in Paris was finished in 1889, and it is 330 metres tall.', ordinal: 0, source: second },
    { text: 'Whales sing.', ordinal: 1, source: second },
  ];
}

test("ranking and judging through a thread give the engine's results", async () => {
  const candidates = claims.map(candidatesOf);
  const ranked = await wire.rank(claims, candidates);
  assert.deepEqual(ranked, await engine.rank(claims, candidates));
  assert.ok(ranked.flat().length > claims.length);
  const items: JudgeItem[] = claims.map((claim, i) => ({ claim, passages: ranked[i]!, gaps: ['provider_failed'] }));
  assert.deepEqual(await wire.judge(items, POLICY, NOW), crossed(await engine.judge(items, POLICY, NOW)));
});

test('a passage that only a neighbour was found comes back to a claim through a thread', async () => {
  const two = claims.slice(0, 2);
  const [some, more] = [candidatesOf(two[0]!).slice(0, 1), candidatesOf(two[1]!).slice(0, 3)];
  const paragraphs = two.map(() => 0);
  const ranked = await wire.rank(two, [some, more], paragraphs);
  assert.deepEqual(ranked, await engine.rank(two, [some, more], paragraphs));
  assert.ok(ranked[0]!.length > some.length);
});

test('a source is sent once, and no passage is sent back', async () => {
  const candidates = claims.map(candidatesOf);
  const [, sources] = packRank(claims, candidates);
  assert.deepEqual(sources, [first, second]);
  const reply = await packedCalls(engine).rank(...packRank(claims, candidates));
  assert.doesNotMatch(JSON.stringify(reply), /Eiffel/);
});

test("passages keep the caller's additional fields", async () => {
  const ranked = await engine.rank(claims, claims.map(candidatesOf));
  const passages = ranked[0]!.map((passage, n) => ({ ...passage, id: `evd_${n}` }));
  const [judgement] = await wire.judge([{ claim: claims[0]!, passages, gaps: [] }], POLICY, NOW);
  assert.deepEqual(
    judgement!.passages.map((passage) => (passage as unknown as { id: string }).id).toSorted(),
    passages.map(({ id }) => id).toSorted(),
  );
});
