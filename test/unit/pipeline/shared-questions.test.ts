/** Questions to a language model about several claims: asked once, recorded for each claim, and cached once all can use them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextPair } from '#contracts/ports/entailment-model.ts';
import type { ModelOutcome } from '#contracts/ports/language-model.ts';
import type { Engine, SharedEngine } from '#engine/engine.ts';
import { createModelAnswerCache } from '#pipeline/consultations/model-answer-cache.ts';
import { groupsByParagraph } from '#pipeline/runs/claims.ts';
import type { NliModel } from '#pipeline/stages/stage.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { believingTable } from '#test/doubles/nli/believing-table.ts';
import { createMemoryBlobStore } from '#test/support/memory-blob-store.ts';
import { modelThat } from '#test/support/pipeline/asked-model.ts';
import { delivery, eventsOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import {
  createHarness,
  type Harness,
  type HarnessOptions,
  Killed,
  verificationsOn,
} from '#test/support/pipeline/harness.ts';
import { createScriptedEngine, NONSENSE } from '#test/support/pipeline/scripted-engine.ts';

const LIBRARY = ['The bridge was rebuilt.', 'Whales were seen.', 'Ferries run daily.'];
const TEXT = 'The bridge is long. Whales sing. Ferries wait.';

/** A model that supports the claims with these words; of others its answer is of no use. */
const supports = (words: string): ModelOutcome => ({
  ok: true,
  answer: words,
  usage: { input_tokens: 21, output_tokens: 9 },
  first_token: null,
});

/** The scripted engine, for which a passage from which a claim follows supports it. */
function supportedByScore(): Engine & SharedEngine {
  const scripted = createScriptedEngine();
  return {
    ...scripted,
    async judge(items, ...rest) {
      const local = await scripted.judge(items, ...rest);
      return local.map((judgement, i) =>
        items[i]!.entailment?.scores.some((score) => score !== null && score.entailment > 0.8)
          ? { ...judgement, verdict: 'supported' as const }
          : judgement,
      );
    },
  };
}

/** Asks about two claims at once. */
function engineInPairs(scripted = createScriptedEngine()): Engine & SharedEngine {
  const engine: Engine & SharedEngine = {
    ...scripted,
    forOrganization: () => engine,
    async modelQuestions(items) {
      const pairs = items.map((_, i) => items.slice(i - (i % 2), i - (i % 2) + 2));
      return pairs.map((pair) => [
        {
          messages: [{ role: 'user', content: pair.map(({ claim }) => claim.normalized_claim).join(' ') }],
          answer: null,
          limits: { max_output_tokens: 100 },
          first_token: false,
        },
      ]);
    },
    judge(items, ...rest) {
      const read = items.map((item) => {
        const [reply] = item.consultation?.replies ?? [];
        if (reply === undefined || 'missing' in reply) return item;
        const isMeant = new RegExp(String(reply.answer)).test(item.claim.normalized_claim);
        const answer = isMeant ? 'supports' : NONSENSE;
        return { ...item, consultation: { ...item.consultation!, replies: [{ answer, first_token: null }] } };
      });
      return scripted.judge(read, ...rest);
    },
  };
  return engine;
}

const harnessWith = (judgingModel: HarnessOptions['judgingModel'], options: HarnessOptions = {}) =>
  createHarness({ library: LIBRARY, engine: engineInPairs(), judgingModel, ...options });

const dataOf = (harness: Harness, stream: string, type: string) =>
  eventsOf(harness.events.log, stream)
    .filter((event) => event.type === type)
    .map(({ data }) => data as Record<string, unknown>);

test('a shared question is asked once, and counts once', async () => {
  const model = modelThat(() => supports('.'));
  const harness = harnessWith(model);
  const stream = await harness.request(TEXT);
  await harness.run();
  assert.deepEqual(model.asked, ['The bridge is long. Whales sing.', 'Ferries wait.']);
  assert.deepEqual(
    dataOf(harness, stream, 'ModelConsulted').map(({ ordinal, input_tokens, shared }) => [
      ordinal,
      input_tokens,
      shared,
    ]),
    [
      [0, 21, undefined],
      [1, 0, true],
      [2, 21, undefined],
    ],
  );
  const [completed] = dataOf(harness, stream, 'VerificationCompleted');
  assert.partialDeepStrictEqual(completed, { model_usage: { questions: 2, remembered: 0, input_tokens: 42 } });
  assert.deepEqual(
    dataOf(harness, stream, 'ClaimJudged').map(({ verdict }) => verdict),
    ['supported', 'supported', 'supported'],
  );
});

test('a worker that dies with an answer has recorded it for all claims of the question', async () => {
  const model = modelThat(() => supports('.'));
  const harness = harnessWith(model);
  const stream = await harness.request(TEXT);
  const message = (stage: 'extract' | 'retrieve' | 'judge') =>
    toStageMessage(stage, harness.events.log.findLast((event) => stagesOf(event).includes(stage))!);
  await harness.deliver('extract', message('extract'));
  await harness.deliver('retrieve', message('retrieve'));
  const recorded = Promise.withResolvers<void>();
  const dying = modelThat(async (asked) => {
    if (asked.includes('bridge')) return supports('.');
    await recorded.promise;
    throw new Killed();
  });
  const elsewhere = STAGES.judge.create({
    ...harness,
    verifications: verificationsOn(harness),
    judgingModels: async () => dying,
  });
  const killed = assert.rejects(elsewhere(message('judge'), delivery()), Killed);
  while (dataOf(harness, stream, 'ModelConsulted').length === 0) await new Promise(setImmediate);
  recorded.resolve();
  await killed;
  assert.equal(dataOf(harness, stream, 'ModelConsulted').length, 2);
  await harness.deliver('judge', message('judge'));
  assert.deepEqual(model.asked, ['Ferries wait.']);
  assert.equal(dataOf(harness, stream, 'ClaimJudged').length, 3);
});

test('an answer counts for the claims that the question was about, not for others', async () => {
  // Its scores are not recorded, so that other claims may be left open on a later delivery.
  let doesAnswer = true;
  const nliModel: NliModel = {
    model: {
      async read(pairs) {
        if (!doesAnswer) return { ok: false, failure: 'unavailable' };
        const isBridge = ({ hypothesis }: TextPair) => hypothesis.includes('bridge');
        return {
          ok: true,
          scores: pairs.map((pair) => ({ entailment: isBridge(pair) ? 0.9 : 0.1, contradiction: 0.05 })),
        };
      },
    },
    table: believingTable(),
    limits: { milliseconds: 60_000 },
  };
  const model = modelThat(() => supports('.'));
  const harness = harnessWith(model, { nliModel, engine: engineInPairs(supportedByScore()) });
  const stream = await harness.request(TEXT);
  const message = (stage: 'extract' | 'retrieve' | 'judge') =>
    toStageMessage(stage, harness.events.log.findLast((event) => stagesOf(event).includes(stage))!);
  await harness.deliver('extract', message('extract'));
  await harness.deliver('retrieve', message('retrieve'));
  const elsewhere = STAGES.judge.create({
    ...harness,
    verifications: verificationsOn(harness),
  });
  const context = delivery();
  // Killed once the answer is recorded.
  context.heartbeat = async () => {
    if (dataOf(harness, stream, 'ModelConsulted').length > 0) throw new Killed();
  };
  await assert.rejects(elsewhere(message('judge'), context), Killed);
  assert.deepEqual(model.asked, ['Whales sing. Ferries wait.']);
  doesAnswer = false;
  await harness.deliver('judge', message('judge'));
  assert.deepEqual(model.asked, ['Whales sing. Ferries wait.', 'The bridge is long. Whales sing.', 'Ferries wait.']);
});

test('an answer that is of no use for one of its claims is not cached', async () => {
  const blobs = createMemoryBlobStore();
  for (const [answer, cached] of [
    ['bridge', 0],
    ['Whales', 0],
    ['bridge|Whales', 1],
  ] as const) {
    const model = modelThat(() => supports(answer));
    const harness: Harness = harnessWith(model, {
      answerCache: createModelAnswerCache({
        blobs,
        verifications: { texts: (id, options) => verificationsOn(harness).texts(id, options) },
        clock: { now: () => harness.now.ms },
        secret: new Uint8Array(32),
        onFailure: assert.fail,
      }),
    });
    await harness.request('The bridge is long. Whales sing.');
    await harness.run();
    assert.equal(blobs.blobs.size, cached, answer);
  }
});

test('the engine is asked about claims of a paragraph at once, with its number', async () => {
  const asked: (number | undefined)[][] = [];
  const pairs = engineInPairs();
  const engine: Engine & SharedEngine = {
    ...pairs,
    forOrganization: () => engine,
    modelQuestions(items, ...rest) {
      asked.push(items.map(({ paragraph }) => paragraph));
      return pairs.modelQuestions(items, ...rest);
    },
  };
  const harness = harnessWith(
    modelThat(() => supports('.')),
    { engine },
  );
  const paragraph = 'The bridge is long. '.repeat(6);
  await harness.request(`${paragraph}\n\n${paragraph}`);
  await harness.run();
  assert.deepEqual(asked, [Array(6).fill(0), Array(6).fill(1)]);
});

test('claims of a paragraph are judged in one group, and a long paragraph in several', () => {
  const groupsOf = (paragraphs: readonly number[]) => {
    const claims = paragraphs.flatMap((length, paragraph) => Array.from({ length }, (_, n) => ({ paragraph, n })));
    const groups = [...groupsByParagraph(claims, ({ paragraph }) => paragraph)];
    assert.deepEqual(groups.flat(), claims);
    return groups.map(({ length }) => length);
  };
  assert.deepEqual(groupsOf([]), []);
  assert.deepEqual(groupsOf([4, 4, 4]), [8, 4]);
  assert.deepEqual(groupsOf([3, 24, 3]), [3, 10, 10, 4, 3]);
  assert.deepEqual(groupsOf([10, 1]), [10, 1]);
});

test('claims are ranked by paragraph where a model is asked about several', async () => {
  const ranked: (number[] | undefined)[] = [];
  const scripted = createScriptedEngine();
  const engine: Engine & SharedEngine = {
    ...scripted,
    forOrganization: () => engine,
    async rank(claims, candidates, paragraphs) {
      ranked.push(paragraphs);
      return scripted.rank(claims, candidates);
    },
  };
  const requested = async (judge: string, mode: 'thorough' | 'fast' = 'thorough') => {
    ranked.length = 0;
    const harness = createHarness({ library: LIBRARY, engine });
    const versions = { extraction_model: 'm', extraction_version: '1', retrieval_configuration: 'r' };
    await harness.request(`${TEXT}\n\n${TEXT}`, { mode, engine: { ...versions, judge_configuration: judge } });
    await harness.run();
    return ranked.flat();
  };
  assert.deepEqual(await requested('local-judge-2.0.0+reader (several-1)'), [0, 0, 0, 1, 1, 1]);
  assert.deepEqual(await requested('local-judge-2.0.0+reader (several-1)', 'fast'), [undefined]);
  assert.deepEqual(await requested('local-judge-2.0.0+reader (passages-2)'), [undefined]);
  assert.deepEqual(await requested('local-judge-2.0.0'), [undefined]);
});
