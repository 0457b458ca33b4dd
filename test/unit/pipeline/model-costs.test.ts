/** Questions to a model with a price: what is reserved before they are asked, and what a run is charged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdmissionStore, ReservationRaise } from '#contracts/ports/admission.ts';
import type { ModelOutcome, TokenPrices } from '#contracts/ports/language-model.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { JudgementDetail } from '#domain/verification/stage-events.ts';
import { createReservationSweeper } from '#pipeline/periodic/housekeeping.ts';
import type { StageName } from '#pipeline/stages/stage.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { delivery, eventsOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, recorder } from '#test/support/pipeline/harness.ts';
import { judgingModel } from '#test/support/pipeline/judging-model.ts';
import { restart } from '#test/support/pipeline/request.ts';
import { createScriptedEngine } from '#test/support/pipeline/scripted-engine.ts';

const ID = 'ver_0190b0c0000070008000000000000001';
/** Of the scripted engine, whose questions may have an answer of 100 tokens: 1 cent each. */
const CENT_PER_ANSWER: TokenPrices = { input_cents_per_million: 0, output_cents_per_million: 10_000 };

const answered = (output_tokens: number | null): ModelOutcome => ({
  ok: true,
  answer: 'supports',
  usage: output_tokens === null ? null : { input_tokens: 50, output_tokens },
  first_token: null,
});

interface Ledger {
  admission: AdmissionStore;
  /** The most cents that the run has ever been reserved. */
  reserved(): number;
  /** Of settlements, in order. */
  settled: number[];
}

/** Allows a run as many cents as given. */
function ledgerOf(limit: number): Ledger {
  let reserved = 0;
  const settled: number[] = [];
  const admission = recorder<AdmissionStore>('admission', [], {
    openReservations: [{ reservation_id: ID, organization_id: 'org_1' }],
    raiseReservation: ({ reservation_id, cost_cents }: ReservationRaise) => {
      assert.equal(reservation_id, ID);
      if (cost_cents > limit) return false;
      reserved = Math.max(reserved, cost_cents);
      return true;
    },
    releaseSlot: undefined,
    settleCost: (_: string, cents: number) => void settled.push(cents),
  });
  return { admission, reserved: () => reserved, settled };
}

interface Options {
  limit: number;
  prices?: TokenPrices;
  answer?: () => ModelOutcome | Promise<ModelOutcome>;
}

function setup({ limit, prices = CENT_PER_ANSWER, answer = () => answered(100) }: Options) {
  const ledger = ledgerOf(limit);
  let asked = 0;
  const harness = createHarness({
    library: ['The bridge was rebuilt.'],
    admission: ledger.admission,
    judgingModel: judgingModel({
      model: {
        async ask() {
          asked++;
          return answer();
        },
      },
      prices,
    }),
  });
  const request = (content: string) => harness.request(content, { verification_id: ID, cost_cents: 2 });
  return { harness, ledger, request, asked: () => asked };
}

const dataOf = (harness: Harness, stream: string, type: string) =>
  eventsOf(harness.events.log, stream)
    .filter((event) => event.type === type)
    .map(({ data }) => data as Record<string, unknown>);

async function limitationsOf(harness: Harness, stream: string): Promise<string[]> {
  const texts = (await harness.verifications.texts(ID))!;
  return dataOf(harness, stream, 'ClaimJudged').flatMap(
    ({ claim_id, detail }) =>
      texts.open(String(claim_id), SEALED.judgement, String(detail), JudgementDetail).limitations,
  );
}

const sentences = (count: number) =>
  Array.from({ length: count }, (_, i) => `The bridge is ${String.fromCharCode(97 + i)}.`).join(' ');

test('a run is charged for its text and its tokens, in started cents', async () => {
  const { harness, ledger, request } = setup({ limit: 100, answer: () => answered(21) });
  const stream = await request(sentences(3));
  await harness.run();
  assert.deepEqual(
    dataOf(harness, stream, 'ModelConsulted').map(({ cost_cents }) => cost_cents),
    [0.21, 0.21, 0.21],
  );
  assert.partialDeepStrictEqual(dataOf(harness, stream, 'VerificationCompleted'), [
    { model_usage: { questions: 3, remembered: 0, input_tokens: 150, output_tokens: 63 } },
  ]);
  assert.deepEqual(ledger.settled, [2 + 1]);
});

test('questions in progress never exceed the reservation or the limit', async () => {
  let underWay = 0;
  let most = 0;
  const given = setup({
    limit: 2 + 3,
    answer: async () => {
      most = Math.max(most, ++underWay);
      assert.ok(given.ledger.reserved() >= 2 + underWay, 'reserved before it is asked');
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return answered(10);
    },
  });
  const stream = await given.request(sentences(12));
  await given.harness.run();
  assert.equal(most, 3);
  assert.equal(given.asked(), 12, 'each cost a tenth of what it might have');
  assert.deepEqual(await limitationsOf(given.harness, stream), []);
  assert.deepEqual(given.ledger.settled, [2 + 2]);
});

test('questions beyond the monthly limit are not asked, and the claim says so', async () => {
  const { harness, ledger, request, asked } = setup({ limit: 2 + 2 });
  const stream = await request(sentences(5));
  await harness.run();
  assert.equal(asked(), 2);
  assert.deepEqual(await limitationsOf(harness, stream), Array(3).fill('cost_limit_reached'));
  assert.deepEqual(harness.consulted.sort(), [...Array(2).fill('answered'), ...Array(3).fill('cost_limit_reached')]);
  assert.deepEqual(ledger.settled, [2 + 2]);
});

test('a redelivery counts what the previous one spent', async () => {
  let dies = true;
  const { harness, request, asked } = setup({
    limit: 2 + 3,
    answer: async () => {
      if (dies && asked() > 2) throw new Error('killed');
      return answered(100);
    },
  });
  const stream = await request(sentences(6));
  await harness.deliver('extract', messageFor(harness, 'extract'));
  await harness.deliver('retrieve', messageFor(harness, 'retrieve'));
  const message = messageFor(harness, 'judge');
  await assert.rejects(harness.deliveries.judge.handle(message, delivery()));
  const before = dataOf(harness, stream, 'ModelConsulted').length;
  dies = false;
  await harness.run();
  assert.ok(before > 0 && before < 3, `${before} were recorded`);
  assert.equal(dataOf(harness, stream, 'ModelConsulted').length, 3);
});

function messageFor(harness: Harness, stage: StageName) {
  return toStageMessage(stage, harness.events.log.findLast((event) => stagesOf(event).includes(stage))!);
}

test('a failed run is only charged for its questions', async () => {
  const { harness, ledger, request } = setup({ limit: 100 });
  const stream = await request(sentences(2));
  const { summarise } = createScriptedEngine();
  harness.engine.summarise = async () => {
    throw new TypeError('a mistake');
  };
  await harness.run();
  harness.engine.summarise = summarise;
  assert.partialDeepStrictEqual(dataOf(harness, stream, 'VerificationFailed'), [{ model_usage: { questions: 2 } }]);
  assert.deepEqual(ledger.settled, [2]);
});

test('a run whose settlement was given up on is charged the same', async () => {
  const { harness, ledger, request } = setup({ limit: 100, answer: () => answered(150) });
  await request(sentences(2));
  await harness.run();
  ledger.settled.length = 0;
  await createReservationSweeper(harness).run(new AbortController().signal);
  assert.deepEqual(ledger.settled, [2 + 3]);
});

test('a failed run that was restarted is still charged for its questions', async () => {
  const { harness, ledger, request } = setup({ limit: 100, answer: () => answered(150) });
  const stream = await request(sentences(2));
  const { summarise } = createScriptedEngine();
  harness.engine.summarise = async () => {
    throw new TypeError('a mistake');
  };
  await harness.run();
  harness.engine.summarise = summarise;
  await restart(harness.events, stream);
  ledger.settled.length = 0;
  await createReservationSweeper(harness).run(new AbortController().signal);
  assert.deepEqual(ledger.settled, [3]);
});

test('tokens that a server does not report are estimated', async () => {
  const { harness, request } = setup({
    limit: 1_000,
    prices: { input_cents_per_million: 1_000_000, output_cents_per_million: 1_000_000 },
    answer: () => answered(null),
  });
  const stream = await request('The bridge is long.');
  await harness.run();
  const [consulted] = dataOf(harness, stream, 'ModelConsulted');
  assert.equal(consulted!.input_tokens, null);
  // Some 80 bytes of question and 10 of answer, four to a token.
  assert.ok(Number(consulted!.cost_cents) > 15 && Number(consulted!.cost_cents) < 30, `${consulted!.cost_cents}`);
});

test('a question to a model without a price reserves nothing', async () => {
  const { harness, ledger, request, asked } = setup({
    limit: 0,
    prices: { input_cents_per_million: 0, output_cents_per_million: 0 },
  });
  const stream = await request('The bridge is long.');
  await harness.run();
  assert.equal(asked(), 1);
  assert.ok(!('cost_cents' in dataOf(harness, stream, 'ModelConsulted')[0]!));
  assert.deepEqual(ledger.settled, [2]);
});
