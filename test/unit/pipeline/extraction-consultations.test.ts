/** The extract stage and a language model: what it asks, what it records, and what it does not ask again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelOutcome } from '#contracts/ports/language-model.ts';
import { CompletionDetail } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { ClaimDetail, ExtractionNotes } from '#domain/verification/stage-events.ts';
import { extractionVersions, SECOND_LOOK_VERSION } from '#engine/extraction/model/versions.ts';
import { createModelAnswerCache } from '#pipeline/consultations/model-answer-cache.ts';
import type { JudgingModel } from '#pipeline/stages/stage.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';

import { toStageMessage } from '#platform/events/stage-message.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import { createMemoryBlobStore } from '#test/support/memory-blob-store.ts';
import { modelThat as askedModel, REFUSED } from '#test/support/pipeline/asked-model.ts';
import { delivery, drain, eventsOf } from '#test/support/pipeline/deliver.ts';
import {
  createHarness,
  type Harness,
  type HarnessOptions,
  Killed,
  verificationsOn,
} from '#test/support/pipeline/harness.ts';
import { DOUBTED, NONSENSE } from '#test/support/pipeline/scripted-engine.ts';
import fc from '#test/support/property.ts';

/** Two stretches of one claim each. */
const TEXT = 'Whales sing.\n\nThe bridge is long.';
const ENGINE = { ...requestedData().engine, ...extractionVersions('reader') };

const LISTED: ModelOutcome = {
  ok: true,
  answer: 'Whales sing at night.',
  usage: { input_tokens: 21, output_tokens: 9 },
  first_token: null,
};

/** Answers questions about the text only. */
const modelThat = (answers: Parameters<typeof askedModel>[0], overrides?: Partial<JudgingModel>) =>
  askedModel(answers, overrides, (content) => /^(?:List|Sure): /.test(content));

const saying = (answer: string): ModelOutcome => ({ ...LISTED, answer });
/** Lists the paragraph as it is, in doubt, and confirms it when it is asked again. */
const doubting = (content: string) =>
  content.startsWith('Sure: ') ? saying('yes') : saying(`${content.slice('List: '.length)} ${DOUBTED}`);

const typed = (harness: Harness, stream: string, type: string) =>
  eventsOf(harness.events.log, stream).filter((event) => event.type === type) as { data: Record<string, unknown> }[];

const textsOf = async (harness: Harness, stream: string) =>
  (await harness.verifications.texts(stream.slice('verification-'.length)))!;

async function claimsOf(harness: Harness, stream: string): Promise<string[]> {
  const texts = await textsOf(harness, stream);
  return typed(harness, stream, 'ClaimExtracted').map(
    ({ data }) => texts.open(String(data.claim_id), SEALED.claim, String(data.detail), ClaimDetail).normalized_claim,
  );
}

async function limitationsOf(harness: Harness, stream: string): Promise<string[]> {
  const [extracted] = typed(harness, stream, 'ExtractionCompleted');
  const texts = await textsOf(harness, stream);
  return texts.open('ver_1', SEALED.extraction, String(extracted!.data.detail), ExtractionNotes).limitations;
}

async function verify(model: Exclude<HarnessOptions['judgingModel'], undefined> | null, overrides = {}) {
  const harness = createHarness(model === null ? {} : { judgingModel: model });
  const stream = await harness.request(TEXT, { engine: ENGINE, ...overrides });
  await harness.run();
  return { harness, stream };
}

test('each outcome is recorded before the claims that are made of it', async () => {
  const model = modelThat((content) => (content.includes('Whales') ? LISTED : REFUSED));
  const { harness, stream } = await verify(model);
  const types = eventsOf(harness.events.log, stream).map(({ type }) => type);
  assert.ok(types.lastIndexOf('ExtractionConsulted') < types.indexOf('ClaimExtracted'));
  assert.deepEqual(
    typed(harness, stream, 'ExtractionConsulted').map(({ data }) => [data.question, data.outcome, data.prompt_version]),
    [
      [0, 'answered', 'statements-4'],
      [1, 'refused', 'statements-4'],
    ],
  );
  assert.deepEqual(await claimsOf(harness, stream), ['Whales sing at night.', 'The bridge is long.']);
  assert.deepEqual(await limitationsOf(harness, stream), ['refused']);
});

test('texts are asked about in thorough and triage, not in fast, nor direct claims', async () => {
  for (const [overrides, asked] of [
    [{ mode: 'thorough' }, 2],
    [{ mode: 'triage' }, 2],
    [{ mode: 'fast' }, 0],
    [{ kind: 'claim' }, 0],
  ] as const) {
    const model = modelThat(() => LISTED);
    const { harness, stream } = await verify(model, overrides);
    assert.equal(model.asked.length, asked);
    assert.equal(typed(harness, stream, 'VerificationCompleted').length, 1);
  }
});

test('a model that came after the request, or only grounds, extracts nothing', async () => {
  const later = modelThat(() => LISTED);
  await verify(later, { engine: requestedData().engine });
  assert.deepEqual(later.asked, []);
  const grounding = modelThat(() => LISTED, { kind: 'grounding' });
  const { harness, stream } = await verify(grounding);
  assert.deepEqual(grounding.asked, []);
  assert.deepEqual(await limitationsOf(harness, stream), ['disconnected', 'disconnected']);
});

test('without an answer the claims of the rules stand, and the result names no model', async () => {
  for (const [model, missing] of [
    [modelThat(() => REFUSED), 'refused'],
    [null, 'disconnected'],
    [modelThat(() => LISTED, { limits: { questions: 0, milliseconds: 60_000 } }), 'budget_spent'],
  ] as const) {
    const { harness, stream } = await verify(model);
    assert.deepEqual(await claimsOf(harness, stream), ['Whales sing.', 'The bridge is long.']);
    assert.deepEqual(await limitationsOf(harness, stream), [missing, missing]);
    const [completed] = typed(harness, stream, 'VerificationCompleted');
    const texts = await textsOf(harness, stream);
    const detail = texts.open('ver_1', SEALED.completion, String(completed!.data.detail), CompletionDetail);
    const { extraction_model, extraction_version } = extractionVersions(null);
    assert.equal(detail.extraction_model, extraction_model);
    assert.equal(detail.extraction_version, extraction_version);
  }
});

test('a model that takes too long about a text is not waited for beyond the limit', async () => {
  const model = modelThat(() => LISTED, { limits: { questions: 9, milliseconds: 60 } });
  model.model = {
    ask: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  const { harness, stream } = await verify(model);
  assert.deepEqual(typed(harness, stream, 'ExtractionConsulted'), []);
  assert.deepEqual(await limitationsOf(harness, stream), ['budget_spent', 'budget_spent']);
  assert.equal(typed(harness, stream, 'VerificationCompleted').length, 1);
});

test('questions about the text count against those of the verification, and as its use', async () => {
  const model = modelThat(() => LISTED, { limits: { questions: 1, milliseconds: 60_000 } });
  const { harness, stream } = await verify(model);
  assert.equal(model.asked.length, 1);
  const [completed] = typed(harness, stream, 'VerificationCompleted');
  assert.deepEqual(completed!.data.model_usage, {
    questions: 1,
    remembered: 0,
    input_tokens: 21,
    output_tokens: 9,
    cost_cents: 0,
  });
});

test('what is in doubt is asked about again once all first answers are recorded', async () => {
  const model = modelThat(doubting);
  const { harness, stream } = await verify(model);
  const second = ['Whales sing.', 'The bridge is long.'].map((text) => `${text} ${DOUBTED}`);
  assert.deepEqual(
    model.asked.slice(2),
    second.map((text) => `Sure: ${text}`),
  );
  assert.deepEqual(
    typed(harness, stream, 'ExtractionConsulted').map(({ data }) => [data.question, data.prompt_version]),
    [
      [0, 'statements-4'],
      [1, 'statements-4'],
      [0, SECOND_LOOK_VERSION],
      [1, SECOND_LOOK_VERSION],
    ],
  );
  assert.deepEqual(
    await claimsOf(harness, stream),
    second.map((text) => `${text} Surely.`),
  );
});

test('a verification whose versions name no second look is not asked about again', async () => {
  const extraction_version = ENGINE.extraction_version.replace(`+${SECOND_LOOK_VERSION}`, '');
  const model = modelThat(doubting);
  const { harness, stream } = await verify(model, { engine: { ...ENGINE, extraction_version } });
  assert.equal(model.asked.length, 2);
  assert.deepEqual(await claimsOf(harness, stream), [`Whales sing. ${DOUBTED}`, `The bridge is long. ${DOUBTED}`]);
});

test('second questions count too, and what is not asked is not confirmed', async () => {
  const model = modelThat(doubting, { limits: { questions: 3, milliseconds: 60_000 } });
  const { harness, stream } = await verify(model);
  assert.equal(model.asked.length, 3);
  assert.deepEqual(await claimsOf(harness, stream), [
    `Whales sing. ${DOUBTED} Surely.`,
    `The bridge is long. ${DOUBTED}`,
  ]);
});

test('second questions have what is left of the time', async () => {
  const model = modelThat(doubting, { limits: { questions: 9, milliseconds: 200 } });
  const { ask } = model.model;
  model.model = {
    ask: (request, occasion) =>
      request.messages[0]!.content.startsWith('List: ')
        ? ask(request, occasion)
        : new Promise((_, reject) => occasion.signal.addEventListener('abort', () => reject(occasion.signal.reason))),
  };
  const { harness, stream } = await verify(model);
  assert.equal(typed(harness, stream, 'ExtractionConsulted').length, 2);
  assert.deepEqual(await claimsOf(harness, stream), [`Whales sing. ${DOUBTED}`, `The bridge is long. ${DOUBTED}`]);
});

test('an unchanged text is answered from memory, without what was of no use', async () => {
  const harness: Harness = createHarness({
    judgingModel: modelThat((content) => (content.includes('Whales') ? LISTED : { ...LISTED, answer: NONSENSE })),
    answerCache: {
      get: (question) => cache().get(question),
      put: (question, answer) => cache().put(question, answer),
    },
  });
  const blobs = createMemoryBlobStore();
  const cache = () =>
    createModelAnswerCache({
      ...harness,
      blobs,
      secret: new Uint8Array(32),
      onFailure: (error) => assert.fail(String(error)),
    });
  await harness.request(TEXT, { engine: ENGINE });
  await harness.run();
  const second = await harness.request(TEXT, { engine: ENGINE, verification_id: 'ver_2' });
  await harness.run();
  assert.deepEqual(
    typed(harness, second, 'ExtractionConsulted').map(({ data }) => data.remembered),
    [true, undefined],
  );
});

test('after a kill at any append, no recorded answer about the text is asked for again', async () => {
  const fate = fc.constantFrom('goes well', 'goes well', 'dies before it is written', 'dies before it is answered');
  const text = Array.from({ length: 6 }, (_, i) => `The bridge is ${String.fromCharCode(97 + i)}.`).join('\n\n');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 20 }), async (fates) => {
      const again: string[] = [];
      const model = modelThat((asked) => {
        const isSecond = asked.startsWith('Sure: ');
        const recorded = typed(harness, 'verification-ver_1', 'ExtractionConsulted').filter(
          ({ data }) => (data.prompt_version === SECOND_LOOK_VERSION) === isSecond,
        );
        const isAbout = (question: number) => asked.includes(`${text.split('\n\n')[question]}`);
        if (recorded.some(({ data }) => isAbout(Number(data.question)))) again.push(asked);
        return doubting(asked);
      });
      let next = 0;
      const harness: Harness = createHarness({
        judgingModel: model,
        between: (store) => ({
          ...store,
          async append(...args) {
            const now = fates[next++] ?? 'goes well';
            if (now === 'dies before it is written') throw new Killed();
            const result = await store.append(...args);
            if (now === 'dies before it is answered') throw new Killed();
            return result;
          },
        }),
      });
      const stream = await harness.request(text, { engine: ENGINE });
      await drain(harness.events.log, async (stage, message) => {
        await harness.deliver(stage, message);
        await harness.deliver(stage, message);
      });
      assert.deepEqual(again, []);
      assert.equal(typed(harness, stream, 'ExtractionConsulted').length, 12);
      assert.deepEqual(
        await claimsOf(harness, stream),
        text.split('\n\n').map((paragraph) => `${paragraph} ${DOUBTED} Surely.`),
      );
    }),
    { numRuns: 15 },
  );
});

test('answers about the text that another process has recorded are not asked for again', async () => {
  const model = modelThat(() => LISTED);
  const harness = createHarness({ judgingModel: model });
  const stream = await harness.request(TEXT, { engine: ENGINE });
  const message = toStageMessage('extract', harness.events.log[0]!);
  await harness.verifications.load('ver_1');
  const elsewhere = STAGES.extract.create({
    ...harness,
    verifications: verificationsOn(harness),
    judgingModels: async () => modelThat((content) => (content.includes('Whales') ? LISTED : hang())),
  });
  const dying = new AbortController();
  const hang = () => {
    setTimeout(() => dying.abort(new Killed()), 50);
    return new Promise<ModelOutcome>((_, reject) => dying.signal.addEventListener('abort', () => reject(new Killed())));
  };
  await assert.rejects(elsewhere(message, { ...delivery(), signal: dying.signal }), Killed);
  await harness.deliver('extract', message);
  assert.deepEqual(model.asked, ['List: The bridge is long.']);
  assert.deepEqual(
    typed(harness, stream, 'ExtractionConsulted').map(({ data }) => data.question),
    [0, 1],
  );
});
