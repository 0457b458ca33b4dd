/** Claims of which whoever asks for parts of a text knows the verdicts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextPair } from '#contracts/ports/entailment-model.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { JudgementDetail } from '#domain/verification/stage-events.ts';
import type { Engine, SharedEngine } from '#engine/engine.ts';
import { KNOWN_TO_CALLER } from '#engine/limitation-words.ts';
import { judgeInput } from '#pipeline/consultations/judge-input.ts';
import { storeKnownInputs } from '#sealed/known-inputs.ts';
import { believingTable } from '#test/doubles/nli/believing-table.ts';
import { createMemoryBlobStore } from '#test/support/memory-blob-store.ts';
import { modelThat } from '#test/support/pipeline/asked-model.ts';
import { eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type HarnessOptions, NOW } from '#test/support/pipeline/harness.ts';
import { createScriptedEngine } from '#test/support/pipeline/scripted-engine.ts';

const TEXT = 'The bridge is long. Whales sing.';
const LIBRARY = ['The bridge was rebuilt.', 'Whales were seen.'];
const SUPPORTS = { ok: true, answer: 'supports', usage: null, first_token: null } as const;
const BY_ORDER = { isReadByScore: false };
const WHOLE = [{ start: 0, end: TEXT.length }];
const LATER = new Date(NOW + 3_600_000).toISOString();

/** Verifies the text; the caller knows the claims of which `knows` has the inputs. */
async function verify(knows: ReadonlySet<string>, within: typeof WHOLE | null, options: HarnessOptions = {}) {
  const inputs: string[] = [];
  const scripted = createScriptedEngine();
  const engine: Engine & SharedEngine = {
    ...scripted,
    forOrganization: () => engine,
    judge(items, ...rest) {
      inputs.push(
        ...items.filter(({ consultation }) => consultation === undefined).map((item) => judgeInput(item, BY_ORDER)),
      );
      return scripted.judge(items, ...rest);
    },
  };
  const model = modelThat(() => SUPPORTS);
  const blobs = createMemoryBlobStore();
  const harness = createHarness({ library: LIBRARY, engine, judgingModel: model, blobs, ...options });
  const stream = await harness.request(TEXT, { ...(within && { within }) });
  const texts = (await harness.verifications.texts('ver_1'))!;
  await storeKnownInputs({ blobs }, { id: 'ver_1', texts }, [...knows], LATER);
  await harness.run();
  const judged = eventsOf(harness.events.log, stream).flatMap((event) =>
    event.type === 'ClaimJudged' ? [event.data] : [],
  );
  return {
    inputs,
    asked: model.asked,
    verdicts: judged.map(({ verdict }) => verdict),
    limitations: judged.map(
      ({ claim_id, detail }) => texts.open(claim_id, SEALED.judgement, detail, JudgementDetail).limitations,
    ),
  };
}

test('a model is not asked about a claim whose input is known, and it says so', async () => {
  const unknown = await verify(new Set(), WHOLE);
  assert.deepEqual([unknown.asked, unknown.verdicts.length], [['The bridge is long.', 'Whales sing.'], 2]);
  assert.deepEqual(unknown.verdicts, ['supported', 'supported']);
  const known = await verify(new Set([unknown.inputs[0]!]), WHOLE);
  assert.deepEqual(known.asked, ['Whales sing.']);
  assert.deepEqual(known.verdicts, ['unverifiable', 'supported'], 'what the local judge says of it');
  assert.deepEqual(
    known.limitations.map((of) => of.includes(KNOWN_TO_CALLER)),
    [true, false],
  );
});

test('a claim that no model would be asked about is not said to be known', async () => {
  const library = [...LIBRARY, 'Whales sing.'];
  const { inputs, asked } = await verify(new Set(), WHOLE, { library });
  assert.deepEqual(asked, ['The bridge is long.'], 'the local judge supports the other');
  const known = await verify(new Set(inputs), WHOLE, { library });
  assert.deepEqual([known.asked, known.verdicts], [[], ['unverifiable', 'supported']]);
  assert.deepEqual(
    known.limitations.map((of) => of.includes(KNOWN_TO_CALLER)),
    [true, false],
  );
});

test('scores count for what is known where an NLI model reads passages by them', async () => {
  const { inputs } = await verify(new Set(), WHOLE);
  const read = async (pairs: readonly TextPair[]) => {
    return { ok: true as const, scores: pairs.map(() => ({ entailment: 0.1, contradiction: 0.1 })) };
  };
  const nliModel = { model: { read }, table: believingTable(), limits: { milliseconds: 60_000 } };
  assert.equal((await verify(new Set(inputs), WHOLE, { nliModel })).asked.length, 2);
});

test('a claim beside another passage than the known one is asked about', async () => {
  const { inputs } = await verify(new Set(), WHOLE);
  const { asked } = await verify(new Set(inputs), WHOLE, { library: [...LIBRARY, 'No bridge is short.'] });
  assert.deepEqual(asked, ['The bridge is long.']);
});

test('a model is asked about all claims of a text that is verified whole', async () => {
  const { inputs } = await verify(new Set(), WHOLE);
  assert.equal((await verify(new Set(inputs), null)).asked.length, 2);
});
