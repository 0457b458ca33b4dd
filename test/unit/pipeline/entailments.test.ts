/** The judge stage and an NLI model: which passages it reads, and what the language model is still asked about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntailmentModel, EntailmentOutcome, TextPair } from '#contracts/ports/entailment-model.ts';
import type { Engine, JudgeItem, SharedEngine } from '#engine/engine.ts';
import type { ClaimJudgement } from '#engine/types/judging.ts';
import type { NliModel } from '#pipeline/stages/stage.ts';
import { believingTable } from '#test/doubles/nli/believing-table.ts';
import { eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, type HarnessOptions } from '#test/support/pipeline/harness.ts';
import { judgingModel } from '#test/support/pipeline/judging-model.ts';
import { createScriptedEngine } from '#test/support/pipeline/scripted-engine.ts';

const NEUTRAL = { entailment: 0.1, contradiction: 0.1 };
const FOLLOWS = { entailment: 0.9, contradiction: 0.05 };
/** Twelve passages of which none settles "The bridge is long." by its words. */
const LIBRARY = Array.from({ length: 12 }, (_, i) => `The bridge, part ${i}.`);
const TEXT = 'The bridge is long.';

interface AskedModel extends NliModel {
  /** Pairs of the calls, in order. */
  asked: TextPair[][];
  organizations: string[];
}

function modelThat(
  read: (pair: TextPair) => typeof NEUTRAL,
  outcome?: EntailmentOutcome,
  milliseconds = 60_000,
): AskedModel {
  const asked: TextPair[][] = [];
  const organizations: string[] = [];
  const model: EntailmentModel = {
    async read(pairs, { organization_id }) {
      organizations.push(organization_id);
      asked.push([...pairs]);
      return outcome ?? { ok: true, scores: pairs.map(read) };
    },
  };
  return { model, table: believingTable(), limits: { milliseconds }, asked, organizations };
}

/** The scripted engine, for which a passage that follows settles its claim. */
function engineThatCombines(judged: JudgeItem[] = []): Engine & SharedEngine {
  const scripted = createScriptedEngine();
  const engine: Engine & SharedEngine = {
    ...scripted,
    forOrganization: () => engine,
    async judge(items, policy, now) {
      judged.push(...items);
      const local = await scripted.judge(items, policy, now);
      return local.map((judgement, i): ClaimJudgement => {
        const scores = items[i]!.entailment?.scores ?? [];
        const settles = scores.some((score) => score !== null && score.entailment > 0.8);
        const kept = items[i]!.passages.map((passage) => ({
          ...passage,
          quality: {
            authority: 0.5,
            independence: 0.5,
            freshness: 0.5,
            specificity: 0.5,
            primary: false,
            rationale: [],
          },
          judgement: { relationship: 'context' as const, probability: 0.5, explanation: '', grounds: [] },
        }));
        if (judgement.verdict !== 'unverifiable') return judgement;
        return { ...judgement, passages: kept, ...(settles && { verdict: 'supported' as const }) };
      });
    },
  };
  return engine;
}

const harnessWith = (nliModel: NliModel, options: HarnessOptions = {}) =>
  createHarness({ library: LIBRARY, engine: engineThatCombines(), nliModel, ...options });

const verdictsOf = (harness: Harness, stream: string) =>
  eventsOf(harness.events.log, stream).flatMap(({ type, data }) =>
    type === 'ClaimJudged' ? [(data as { verdict: string }).verdict] : [],
  );

test('the nearest passages are read first, and the rest if they leave the claim open', async () => {
  const nliModel = modelThat(() => NEUTRAL);
  const harness = harnessWith(nliModel);
  const stream = await harness.request(TEXT);
  await harness.run();
  assert.deepEqual(
    nliModel.asked.map(({ length }) => length),
    [3, 5],
  );
  assert.equal(new Set(nliModel.asked.flat().map(({ premise }) => premise)).size, 8);
  assert.deepEqual(verdictsOf(harness, stream), ['unverifiable']);
});

test('a claim that the nearest passages settle is read no further', async () => {
  const nliModel = modelThat(() => FOLLOWS);
  const harness = harnessWith(nliModel);
  const stream = await harness.request(TEXT);
  await harness.run();
  assert.deepEqual(
    nliModel.asked.map(({ length }) => length),
    [3],
  );
  assert.deepEqual(verdictsOf(harness, stream), ['supported']);
});

test('what the local judge decides is not read, in any mode', async () => {
  for (const mode of ['thorough', 'triage', 'fast'] as const) {
    const nliModel = modelThat(() => FOLLOWS);
    const harness = harnessWith(nliModel, { library: ['The tower is tall.', 'The bridge, part 1.'] });
    const stream = await harness.request('The tower is tall. The bridge is long. I like bridges.', { mode });
    await harness.run();
    assert.deepEqual(
      [...new Set(nliModel.asked.flat().map(({ hypothesis }) => hypothesis))],
      ['The bridge is long.'],
      mode,
    );
    assert.deepEqual(verdictsOf(harness, stream).toSorted(), ['not_checkable', 'supported', 'supported'], mode);
  }
});

test('the language model is asked only about what the NLI model leaves open', async () => {
  const asked: string[] = [];
  const judging = judgingModel({
    model: {
      async ask({ messages }) {
        asked.push(messages[0]!.content);
        return { ok: true, answer: 'supports', usage: null, first_token: null };
      },
    },
  });
  const library = ['The bridge, part 1.', 'Whales were seen.'];
  const nliModel = modelThat(({ premise }) => (premise.includes('bridge') ? FOLLOWS : NEUTRAL));
  const harness = harnessWith(nliModel, { library, judgingModel: judging });
  await harness.request('The bridge is long. Whales sing.');
  await harness.run();
  assert.deepEqual(asked, ['Whales sing.']);
});

for (const failure of ['unavailable', 'timeout', 'busy'] as const) {
  test(`if the model fails (${failure}), the local result remains`, async () => {
    const judged: JudgeItem[] = [];
    const nliModel = modelThat(() => NEUTRAL, { ok: false, failure });
    const harness = harnessWith(nliModel, { engine: engineThatCombines(judged) });
    const stream = await harness.request(TEXT);
    await harness.run();
    assert.equal(nliModel.asked.length, 1);
    assert.deepEqual(verdictsOf(harness, stream), ['unverifiable']);
    assert.equal(judged.at(-1)!.entailment!.missing, failure);
  });
}

test('a redelivered stage does not read judged claims again', async () => {
  const nliModel = modelThat(() => FOLLOWS);
  const harness = harnessWith(nliModel);
  const stream = await harness.request(TEXT);
  await harness.run();
  const calls = nliModel.asked.length;
  await harness.run();
  assert.equal(nliModel.asked.length, calls);
  assert.deepEqual(verdictsOf(harness, stream), ['supported']);
  assert.equal(new Set(nliModel.organizations).size, 1);
});
