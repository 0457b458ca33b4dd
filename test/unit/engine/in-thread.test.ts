import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '#engine/engine.ts';
import { createEngine } from '#engine/in-thread.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import type { CandidatePassage } from '#engine/types/retrieval.ts';

const engine = createEngine();
const AT = '2026-01-01T00:00:00.000Z';

test('a text goes through all parts', async () => {
  const { claims } = await engine.extract({
    content: 'The Eiffel Tower stands in Paris. Mount Fuji is in Peru.',
    question: '',
    requestedAt: AT,
    direct: false,
  });
  assert.equal(claims.length, 2);
  const queries = await engine.planQueries(claims, 'thorough');
  assert.deepEqual(
    queries.map((each) => each.map((query) => query.purpose)),
    [
      ['neutral', 'contradiction'],
      ['neutral', 'contradiction'],
    ],
  );
  const ranked = await engine.rank(claims, [[candidate('The Eiffel Tower stands in Paris.')], []]);
  assert.equal(ranked[0]?.length, 1);
  const judged = await engine.judge(
    [
      { claim: claims[0]!, passages: ranked[0]!, gaps: [] },
      { claim: claims[1]!, passages: [], gaps: ['provider_failed', 'no_passage_found'] },
    ],
    POLICY_TABLE.general_web,
    AT,
  );
  assert.deepEqual(
    judged.map((each) => each.verdict),
    ['supported', 'unverifiable'],
  );
  assert.equal(judged[1]!.limitations.length, 2, 'each gap has words of its own');
});

test('an error of the engine says where, and nothing of the text', async () => {
  const secret = 'the patient John Q. Public';
  await assert.rejects(engine.rank([{ normalized_claim: { secret } } as never], [[candidate(secret)]]), (error) => {
    assert(error instanceof EngineError);
    assert.equal(error.code, 'engine_error');
    assert.match(error.message, /^rank failed: TypeError at engine\/retrieval\//);
    assert(!error.message.includes('John') && !String(error.stack).includes(secret) && error.cause === undefined);
    return true;
  });
});

function candidate(text: string): CandidatePassage {
  return {
    text,
    ordinal: 0,
    source: {
      canonical_url: 'urn:evidence:library:paris.md',
      title: 'Paris',
      publisher: 'library',
      destination_domain: 'library',
      source_class: 'operator_library',
      approved: true,
      publication_date: null,
      jurisdiction: null,
      licence: null,
      retrieved_at: AT,
      retrieval_provider: 'library',
    },
  };
}
