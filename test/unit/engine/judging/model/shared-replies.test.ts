/** A question about several claims from the engine: who has it, what is hidden in it, and what its answer makes of each claim. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JudgeItem } from '#engine/engine.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { ModelUse, PolicyRules } from '#engine/types/judging.ts';
import type { ModelReply } from '#engine/types/questions.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';
import { answered } from '#test/doubles/models/readers.ts';
import { librarySource } from '#test/support/library-source.ts';

const POLICY: PolicyRules = {
  base_profile: 'medical_clinical',
  minimum_independent_sources: 1,
  authoritative_source_can_decide: true,
  coverage_threshold: 0.8,
};
const NOW = '2026-01-01T00:00:00.000Z';
const SEVERAL: ModelUse = { kind: 'general', form: 'several', deidentify: false };
const TEXT = 'Since 1987 Nora Halvorsen has run the ferry. Ask ferry@halvorsen.example about the ferry of 1990.';
const RUNS = 'Nora Halvorsen has been running the ferry since 1987.';
const ASKED = 'Questions about the ferry of 1990 go to Brekke or ferry@halvorsen.example.';

/** Found for the second claim alone; tells that "Brekke" is a person. */
const ANSWERS = 'Ola Brekke answers them in the afternoon.';

const engine = createEngine();

function passage(text: string): RankedPassage {
  return {
    text,
    ordinal: 0,
    score: 1,
    independence_cluster: 'ferries',
    source: librarySource('ferries', NOW),
  };
}

async function itemsOf(content: string): Promise<JudgeItem[]> {
  const { claims } = await engine.extract({ content, question: '', requestedAt: NOW, direct: false });
  return claims.map((claim, i) => ({
    claim: { ...claim, checkable: true },
    passages: (i === 0 ? [RUNS, ASKED] : [ASKED, ANSWERS]).map(passage),
    gaps: [],
    surroundings: content,
    paragraph: 0,
  }));
}

test('claims of a paragraph have the same question, one of another has its own', async () => {
  const items = await itemsOf(TEXT);
  assert.equal(items.length, 2);
  const [first, second] = await engine.modelQuestions(items, SEVERAL, POLICY);
  assert.equal(first!.length, 1);
  assert.deepEqual(first, second);
  const [apart] = await engine.modelQuestions([items[0]!, { ...items[1]!, paragraph: 1 }], SEVERAL, POLICY);
  assert.notDeepEqual(apart, first);
  const alone = await engine.modelQuestions([items[0]!], { ...SEVERAL, form: 'passages' }, POLICY);
  assert.deepEqual([apart], alone);
});

test('identifiers are hidden for all claims of a question, and restored in quotes', async () => {
  const items = await itemsOf(TEXT);
  const use = { ...SEVERAL, deidentify: true };
  const [first, second] = await engine.modelQuestions(items, use, POLICY);
  assert.deepEqual(first, second);
  const prompt = first![0]!.messages[1]!.content;
  assert.doesNotMatch(prompt, /Halvorsen|Brekke|@/i);
  const answer = JSON.parse(
    answered(prompt, (claim, passages) =>
      passages.map(({ id, text }) => {
        const isRight = claim.includes('[EMAIL_1]') ? text.startsWith('Questions') : /has been running/.test(text);
        return isRight
          ? { passage: id, quotes: [text], label: 'supports' }
          : { passage: id, quotes: [], label: 'neither' };
      }),
    ),
  );
  const replies: ModelReply[] = [{ answer, first_token: null }];
  const asked = items.map((item) => ({ ...item, consultation: { ...use, replies } }));
  const judged = await engine.judge(asked, POLICY, NOW);
  const words = judged.map(({ passages }) => passages.map(({ judgement }) => judgement.explanation).join(' '));
  assert.ok(words[0]?.includes(`"${RUNS}"`));
  assert.ok(words[1]?.includes(`"${ASKED}"`));
});
