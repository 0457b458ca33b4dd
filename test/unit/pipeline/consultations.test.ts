/** The judge stage and a language model: what it asks, what it records, and what it does not ask again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelOutcome } from '#contracts/ports/language-model.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { JudgementDetail } from '#domain/verification/stage-events.ts';
import type { Engine, SharedEngine } from '#engine/engine.ts';
import type { StageName } from '#pipeline/stages/stage.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import { eventually } from '#test/support/eventually.ts';
import { type AskedModel, modelThat, REFUSED } from '#test/support/pipeline/asked-model.ts';
import { delivery, drain, eventsOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import {
  createHarness,
  type Harness,
  type HarnessOptions,
  Killed,
  verificationsOn,
} from '#test/support/pipeline/harness.ts';
import { createScriptedEngine } from '#test/support/pipeline/scripted-engine.ts';
import fc from '#test/support/property.ts';

const SUPPORTS: ModelOutcome = {
  ok: true,
  answer: 'supports',
  usage: { input_tokens: 21, output_tokens: 9 },
  first_token: null,
};

/** Every claim has a passage, and only the first is decided by it. */
const LIBRARY = ['The tower is tall.', 'The bridge was rebuilt.', 'Whales were seen.'];
const TEXT = 'The tower is tall. The bridge is long. Whales sing.';

/** Claims about whales are of high materiality. */
function engineWithMateriality(): Engine & SharedEngine {
  const scripted = createScriptedEngine();
  const engine: Engine & SharedEngine = {
    ...scripted,
    forOrganization: () => engine,
    async extract(input) {
      const extracted = await scripted.extract(input);
      const claims = Array.from(extracted.claims, (claim) =>
        claim.normalized_claim.includes('Whales') ? { ...claim, materiality: 'high' as const } : claim,
      );
      return { ...extracted, claims };
    },
  };
  return engine;
}

const harnessWith = (judgingModel: HarnessOptions['judgingModel'], options: HarnessOptions = {}) =>
  createHarness({ library: LIBRARY, engine: engineWithMateriality(), judgingModel, ...options });

const typed = (harness: Harness, stream: string, type: string) =>
  eventsOf(harness.events.log, stream).filter((event) => event.type === type) as { data: Record<string, unknown> }[];

const verdictsOf = (harness: Harness, stream: string) =>
  typed(harness, stream, 'ClaimJudged').map(({ data }) => data.verdict);

async function limitationsOf(harness: Harness, stream: string): Promise<string[][]> {
  const texts = (await harness.verifications.texts(stream.slice('verification-'.length)))!;
  return typed(harness, stream, 'ClaimJudged').map(
    ({ data }) => texts.open(String(data.claim_id), SEALED.judgement, String(data.detail), JudgementDetail).limitations,
  );
}

test('the mode decides whether open or highly material claims are asked about', async () => {
  const expected = {
    thorough: ['The bridge is long.', 'Whales sing.'],
    triage: ['Whales sing.'],
    fast: [],
  };
  for (const mode of ['thorough', 'triage', 'fast'] as const) {
    const model = modelThat(() => SUPPORTS);
    const harness = harnessWith(model);
    const stream = await harness.request(TEXT, { mode });
    await harness.run();
    assert.deepEqual(model.asked, expected[mode], mode);
    assert.equal(
      verdictsOf(harness, stream).filter((verdict) => verdict === 'supported').length,
      model.asked.length + 1,
    );
  }
});

test('a decided claim of high materiality is asked about as well', async () => {
  const model = modelThat(() => SUPPORTS);
  const harness = harnessWith(model, { library: ['Whales sing.'] });
  await harness.request('Whales sing. I like Whales.');
  await harness.run();
  assert.deepEqual(model.asked, ['Whales sing.']);
});

test('the engine gets the text around a claim for questions and answers', async () => {
  const scripted = engineWithMateriality();
  const seen = new Set<string | undefined>();
  const engine: Engine & SharedEngine = {
    ...scripted,
    forOrganization: () => engine,
    modelQuestions(items, ...rest) {
      for (const { surroundings } of items) seen.add(surroundings);
      return scripted.modelQuestions(items, ...rest);
    },
    judge(items, ...rest) {
      for (const { consultation, surroundings } of items) if (consultation) seen.add(surroundings);
      return scripted.judge(items, ...rest);
    },
  };
  const harness = createHarness({ library: LIBRARY, engine, judgingModel: modelThat(() => SUPPORTS) });
  await harness.request(TEXT);
  await harness.run();
  assert.deepEqual([...seen], [TEXT]);
});

test('the outcome of a question is recorded before it is used', async () => {
  const harness = harnessWith(modelThat((content) => (content.includes('bridge') ? SUPPORTS : REFUSED)));
  const stream = await harness.request(TEXT);
  await harness.run();
  const types = eventsOf(harness.events.log, stream).map(({ type }) => type);
  assert.ok(types.lastIndexOf('ModelConsulted') < types.indexOf('ClaimJudged'));
  assert.deepEqual(
    typed(harness, stream, 'ModelConsulted').map(({ data: { detail, claim_id, ...data } }) => data),
    [
      { ordinal: 1, outcome: 'answered', input_tokens: 21, output_tokens: 9 },
      { ordinal: 2, outcome: 'refused', input_tokens: null, output_tokens: null },
    ].map((own) => ({
      run: 1,
      question: 0,
      model: 'reader',
      prompt_version: 'scripted-1',
      deidentified: false,
      ...own,
    })),
  );
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'unverifiable']);
  assert.deepEqual(await limitationsOf(harness, stream), [[], [], ['refused']]);
});

test('beyond the budget of questions, claims keep the local result and say so', async () => {
  const model = modelThat(() => SUPPORTS, { limits: { questions: 3, milliseconds: 60_000 } });
  const harness = harnessWith(model);
  const stream = await harness.request(
    'The bridge is long. The bridge is red. The bridge is old. The bridge is new. Whales sing.',
  );
  await harness.run();
  assert.equal(model.asked.length, 3);
  assert.deepEqual(await limitationsOf(harness, stream), [[], [], [], ['budget_spent'], ['budget_spent']]);
});

test('a model that takes too long is not waited for beyond the time limit', async () => {
  const model = modelThat(() => SUPPORTS, { limits: { questions: 9, milliseconds: 30 } });
  model.model = {
    ask: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  const harness = harnessWith(model);
  const stream = await harness.request(TEXT);
  await harness.run();
  assert.deepEqual(typed(harness, stream, 'ModelConsulted'), []);
  assert.deepEqual(await limitationsOf(harness, stream), [[], ['budget_spent'], ['budget_spent']]);
  assert.equal(typed(harness, stream, 'VerificationCompleted').length, 1);
});

test('a grounding model is asked all questions about a claim, and each is recorded', async () => {
  const harness = harnessWith(modelThat(() => SUPPORTS, { kind: 'grounding' }));
  const stream = await harness.request('Whales sing.');
  await harness.run();
  assert.deepEqual(
    typed(harness, stream, 'ModelConsulted').map(({ data }) => data.question),
    [0, 1],
  );
});

test('an answer too long to be recorded counts as a failure', async () => {
  const harness = harnessWith(modelThat(() => ({ ...SUPPORTS, answer: 'x'.repeat(60_000) })));
  const stream = await harness.request('Whales sing.');
  await harness.run();
  assert.equal(typed(harness, stream, 'ModelConsulted')[0]!.data.outcome, 'over_limit');
});

for (const [limit, outcome] of [
  ['quota', 'quota_spent'],
  ['context', 'question_too_long'],
  ['output_tokens', 'over_limit'],
] as const) {
  test(`a limit of ${limit} is recorded and reported as ${outcome}`, async () => {
    const harness = harnessWith(modelThat(() => ({ ok: false, failure: { kind: 'over_limit', limit }, usage: null })));
    const stream = await harness.request('Whales sing.');
    await harness.run();
    assert.equal(typed(harness, stream, 'ModelConsulted')[0]!.data.outcome, outcome);
    assert.deepEqual(harness.consulted, [outcome]);
  });
}

const CLAIMS = Array.from({ length: 25 }, (_, i) => `The bridge is ${String.fromCharCode(97 + i)}`);

test('after a kill at any append, no recorded question is asked again', async () => {
  const fate = fc.constantFrom('goes well', 'goes well', 'dies before it is written', 'dies before it is answered');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 20 }), async (fates) => {
      const again: string[] = [];
      const model = modelThat(async (asked) => {
        const recorded = typed(harness, 'verification-ver_1', 'ModelConsulted').map(({ data }) => Number(data.ordinal));
        if (recorded.some((ordinal) => asked === `${CLAIMS[ordinal]}.`)) again.push(asked);
        return SUPPORTS;
      });
      let next = 0;
      const harness: Harness = harnessWith(model, {
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
      const stream = await harness.request(`${CLAIMS.join('. ')}.`);
      await drain(harness.events.log, async (stage, message) => {
        await harness.deliver(stage, message);
        await harness.deliver(stage, message);
      });
      assert.deepEqual(again, []);
      assert.deepEqual(new Set(verdictsOf(harness, stream)), new Set(['supported']));
      assert.equal(typed(harness, stream, 'ModelConsulted').length, 25);
    }),
    { numRuns: 15 },
  );
});

test('two workers that ask at once both judge by the first recorded answer', async () => {
  const harness = harnessWith(modelThat(() => SUPPORTS));
  const stream = await harness.request('The bridge is long.');
  await harness.deliver('extract', messageFor(harness, 'extract'));
  await harness.deliver('retrieve', messageFor(harness, 'retrieve'));
  const message = messageFor(harness, 'judge');
  const slower = modelThat(async () => {
    // The other worker is done meanwhile.
    await harness.deliver('judge', message);
    return REFUSED;
  });
  const second = STAGES.judge.create({
    ...harness,
    verifications: verificationsOn(harness),
    judgingModels: async () => slower,
  });
  await second(message, delivery());
  assert.deepEqual(
    typed(harness, stream, 'ModelConsulted').map(({ data }) => data.outcome),
    ['answered'],
  );
  assert.deepEqual(verdictsOf(harness, stream), ['supported']);
});

test('questions that another process has recorded are not asked again', async () => {
  const model = modelThat(() => SUPPORTS);
  const harness = harnessWith(model);
  const stream = await harness.request('The bridge is long. Whales sing.');
  await harness.deliver('extract', messageFor(harness, 'extract'));
  await harness.deliver('retrieve', messageFor(harness, 'retrieve'));
  const message = messageFor(harness, 'judge');
  const dying = modelThat(async (asked) => {
    if (asked.includes('bridge')) return SUPPORTS;
    await eventually('the first answer', () => typed(harness, stream, 'ModelConsulted').length === 1);
    throw new Killed();
  });
  const elsewhere = STAGES.judge.create({
    ...harness,
    verifications: verificationsOn(harness),
    judgingModels: async () => dying,
  });
  await assert.rejects(elsewhere(message, delivery()), Killed);
  await harness.deliver('judge', message);
  assert.deepEqual(model.asked, ['Whales sing.']);
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported']);
});

function messageFor(harness: Harness, stage: StageName) {
  return toStageMessage(stage, harness.events.log.findLast((event) => stagesOf(event).includes(stage))!);
}

test('a verification that expires while a model is asked fails, with its questions', async () => {
  const harness: Harness = harnessWith(
    modelThat(async () => {
      await harness.verifications.execute(
        'ver_1',
        { type: 'ExpireVerification', reason: 'expired', expired_at: '2026-01-01T00:00:00.000Z' },
        { metadata: harness.events.log[0]!.metadata, eventId: () => crypto.randomUUID() },
      );
      return SUPPORTS;
    }),
  );
  const stream = await harness.request(TEXT);
  await harness.run();
  assert.equal(typed(harness, stream, 'VerificationFailed')[0]!.data.reason, 'source_expired');
  assert.deepEqual(verdictsOf(harness, stream), []);
});

test('an unsent question does not count as de-identified', async () => {
  const engine = engineWithMateriality();
  const told: [claim: string, deidentify: boolean][] = [];
  const observed: Engine & SharedEngine = {
    ...engine,
    forOrganization: () => observed,
    async judge(items, ...rest) {
      for (const { claim, consultation } of items) {
        if (consultation) told.push([claim.normalized_claim, consultation.deidentify]);
      }
      return engine.judge(items, ...rest);
    },
  };
  const limits = { questions: 1, milliseconds: 60_000 };
  const harness = harnessWith(
    modelThat(() => REFUSED, { deidentify: true, limits }),
    { engine: observed },
  );
  await harness.request('The bridge is long. The bridge is red.');
  await harness.run();
  assert.deepEqual(told, [
    ['The bridge is long.', true],
    ['The bridge is red.', false],
  ]);
});

const DISCONNECTED: ModelOutcome = { ok: false, failure: { kind: 'disconnected' }, usage: null };

test('if a model is disconnected during a question, its successor is asked', async () => {
  let current: AskedModel | null = null;
  const second = modelThat(() => SUPPORTS, { name: 'second' });
  const first = modelThat(() => {
    current = second;
    return DISCONNECTED;
  });
  current = first;
  const harness = harnessWith(() => current);
  const stream = await harness.request('The bridge is long.');
  await harness.run();
  assert.deepEqual([first.asked.length, second.asked.length], [1, 1]);
  assert.deepEqual(
    typed(harness, stream, 'ModelConsulted').map(({ data }) => [data.model, data.outcome]),
    [['second', 'answered']],
  );
  assert.deepEqual(verdictsOf(harness, stream), ['supported']);
});

test('a question is rewritten for a model of another kind', async () => {
  for (const other of [{ deidentify: true }, { kind: 'grounding' }] as const) {
    let current: AskedModel | null = null;
    const second = modelThat(() => SUPPORTS, other);
    current = modelThat(() => {
      current = second;
      return DISCONNECTED;
    });
    const harness = harnessWith(() => current);
    const stream = await harness.request('The bridge is long.');
    await harness.run();
    assert.deepEqual(second.asked, []);
    assert.deepEqual(
      typed(harness, stream, 'ModelConsulted').map(({ data }) => data.outcome),
      ['disconnected'],
    );
  }
});

test('if no model is left, the local result remains and says so', async () => {
  const { engine } = requestedData({});
  for (const [judge_configuration, limitations] of [
    ['local-judge-1.1.0+reader (passages-1)', [['disconnected']]],
    ['local-judge-1.1.0+minicheck:7b (grounding-2)', [['disconnected']]],
    ['local-judge-1.1.0+another tier (entailment-1)', [[]]],
    ['local-judge-1.1.0+judge-model-1', [[]]],
  ] as const) {
    const harness = harnessWith(() => null);
    const stream = await harness.request('The bridge is long.', { engine: { ...engine, judge_configuration } });
    await harness.run();
    assert.deepEqual(await limitationsOf(harness, stream), limitations);
    assert.deepEqual(verdictsOf(harness, stream), ['unverifiable']);
  }
});
