/** What the engine is given before the stage that needs it has begun. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import { verificationDecider, verificationIdOf } from '#domain/verification/decider.ts';
import { assembleResult } from '#domain/verification/result.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import { type Engine, EngineError, type SharedEngine } from '#engine/engine.ts';
import type { ExtractionInput } from '#engine/types.ts';
import { type AnnouncedRequest, aheadOf, BegunWork, createExtractAhead } from '#pipeline/ahead.ts';
import type { StageName } from '#pipeline/retry-policy.ts';
import { createLibrarySource } from '#pipeline/sources/library.ts';
import { createStages } from '#pipeline/start.ts';
import { createHandOver } from '#streams/hand-over.ts';
import { openTexts } from '#streams/open-texts.ts';
import { createOpenedDetails, type OpenedDetails } from '#streams/opened-details.ts';
import { loadStream } from '#streams/repository.ts';
import { delivery, eventsOf, messageOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, Killed, libraryOf } from '#test/support/pipeline/harness.ts';

const LIBRARY = ['Whales sing.', 'Otters swim.'];
const TEXT = 'Whales sing. I like tea. Otters swim.';
const REQUEST: AnnouncedRequest = {
  organization_id: 'org_1',
  kind: 'text',
  content: TEXT,
  question: 'Who sings?',
  created_at: '2026-01-01T00:00:00.000Z',
};

/** An engine that can do no more than this, for every organization. */
const shared = (engine: Partial<Engine>): SharedEngine => ({ forOrganization: () => engine as Engine });

/** The order of calls of the engine, and of appends by the last event of each. */
function traced(harness: Harness): string[] {
  const trace: string[] = [];
  const { planQueries, judge } = harness.engine;
  harness.engine.planQueries = (claims, mode) => {
    trace.push(`plan ${claims.length}`);
    return planQueries(claims, mode);
  };
  harness.engine.judge = (items, policy, now) => {
    trace.push(`judge ${items.length}`);
    return judge(items, policy, now);
  };
  const { append } = harness.store;
  harness.store.append = (stream, expected, events) => {
    trace.push(events.at(-1)!.type);
    return append(stream, expected, events);
  };
  return trace;
}

function verdictsOf(harness: Harness, stream: string): string[] {
  return eventsOf(harness.store.log, stream).flatMap((event) =>
    event.type === 'ClaimJudged' ? [(event.data as { verdict: string }).verdict] : [],
  );
}

async function resultOf({ store, vault, sealer }: Harness, stream: string) {
  const { state } = await loadStream(store, verificationDecider, stream);
  return assembleResult(state.head, state.claims.values(), await openTexts(vault, sealer, verificationIdOf(stream)));
}

/** Leaves the request as the command API does, with what was begun on it. */
async function handOverRequest(harness: Harness, stream: string, details: OpenedDetails): Promise<void> {
  const loaded = await loadStream(harness.store, verificationDecider, stream);
  const key = (await harness.vault.dataKey(verificationIdOf(stream)))!;
  harness.handOver.leave(stream, { ...loaded, details, key });
}

test('what was extracted from a request before it was recorded is used for that request', async () => {
  const harness = createHarness({ library: LIBRARY });
  const { extract } = harness.engine;
  const asked: ExtractionInput[] = [];
  harness.engine.extract = (input) => {
    asked.push(input);
    return extract(input);
  };
  const stream = await harness.request(TEXT);
  const details = createOpenedDetails(TEXT.length);
  createExtractAhead(harness.engine)(REQUEST, details);
  await handOverRequest(harness, stream, details);
  await harness.run();
  const requestedAt = REQUEST.created_at;
  assert.deepEqual(asked, [{ content: TEXT, question: 'Who sings?', requestedAt, direct: false }]);
  // It would be held for as long as the details are handed on.
  assert.equal(aheadOf(details).extraction, null);
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'not_checkable']);
});

test('an extraction that fails ahead fails the stage that needs it, which then asks again', async () => {
  const harness = createHarness({ library: LIBRARY });
  const busy = shared({ extract: () => Promise.reject(new EngineError('engine_busy', 'once')) });
  const stream = await harness.request(TEXT);
  const details = createOpenedDetails(TEXT.length);
  createExtractAhead(busy)(REQUEST, details);
  await handOverRequest(harness, stream, details);
  await harness.run();
  assert.deepEqual(harness.retries, ['retried extract']);
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'not_checkable']);
});

test('of many requests at once few are extracted from ahead, and later ones again', async () => {
  const asked: PromiseWithResolvers<never>[] = [];
  const engine = shared({
    extract() {
      const answer = Promise.withResolvers<never>();
      asked.push(answer);
      return answer.promise;
    },
  });
  const ahead = createExtractAhead(engine);
  const announce = (organization_id = 'org_1') => ahead({ ...REQUEST, organization_id }, createOpenedDetails(1));
  for (let i = 0; i < 20; i++) announce();
  assert.equal(asked.length, 4);
  // What one organization has in hand is none of another's business.
  announce('org_2');
  assert.equal(asked.length, 5);
  for (const { reject } of asked.splice(0)) reject(new EngineError('engine_busy', 'ended'));
  await turn();
  announce();
  assert.equal(asked.length, 1);
});

test('queries are planned, and found evidence is judged, while what they rest on is being recorded', async () => {
  const harness = createHarness({ library: LIBRARY });
  const trace = traced(harness);
  const stream = await harness.request(TEXT);
  trace.length = 0;
  await harness.run();
  const extraction = ['plan 2', 'ExtractionCompleted.v1'];
  const retrieval = ['judge 2', 'RetrievalCompleted.v1'];
  const judgement = ['judge 1', 'JudgementCompleted.v1'];
  assert.deepEqual(trace.slice(0, 6), [...extraction, ...retrieval, ...judgement]);
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'not_checkable']);
});

test('the first group is searched for while its claims are being recorded, and not once more', async () => {
  const trace: string[] = [];
  const library = libraryOf(LIBRARY);
  const watched: Pick<EvidenceLibrary, 'hasDocuments' | 'search'> = {
    hasDocuments: () => library.hasDocuments(),
    search(queries) {
      trace.push(`search ${queries.length}`);
      return library.search(queries);
    },
  };
  const sources = [createLibrarySource(watched)];
  const harness = createHarness({ sources });
  // The first search learns that there are documents.
  await harness.request('Whales sing.');
  await harness.run();
  const { append } = harness.store;
  harness.store.append = (stream, expected, events) => {
    trace.push(events.at(-1)!.type);
    return append(stream, expected, events);
  };
  const stream = await harness.request(TEXT, { verification_id: 'ver_2' });
  trace.length = 0;
  await harness.run();
  assert.deepEqual(trace.slice(0, 3), ['search 4', 'ExtractionCompleted.v1', 'RetrievalCompleted.v1']);
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'not_checkable']);
});

test('where nothing is handed on, a stage asks the engine itself and comes to the same result', async () => {
  const harness = createHarness({ library: LIBRARY });
  harness.handOver.leave = () => {};
  const stream = await harness.request(TEXT);
  await harness.run();
  const other = createHarness({ library: LIBRARY });
  const handedOn = await other.request(TEXT);
  await other.run();
  assert.deepEqual(await resultOf(harness, stream), await resultOf(other, handedOn));
});

test('queries that fail while a long text is still being sealed fail the stage that needs them', async () => {
  const harness = createHarness({ library: LIBRARY });
  const { planQueries } = harness.engine;
  let calls = 0;
  harness.engine.planQueries = async (...args) => {
    if (calls++ === 0) throw new EngineError('engine_busy', 'once');
    return planQueries(...args);
  };
  await harness.request('Whales sing. '.repeat(60));
  await harness.run();
  assert.deepEqual(harness.retries, ['retried retrieve']);
  assert.ok(harness.store.log.some(({ type }) => type === 'VerificationCompleted.v1'));
});

for (const { method, stage } of [
  { method: 'planQueries', stage: 'retrieve' },
  { method: 'judge', stage: 'judge' },
] as const) {
  test(`${method} that fails ahead fails the stage that needs it, which then asks again`, async () => {
    const harness = createHarness({ library: LIBRARY });
    const work = harness.engine[method] as (...args: unknown[]) => Promise<never>;
    let calls = 0;
    harness.engine[method] = async (...args: unknown[]) => {
      if (calls++ === 0) throw new EngineError('engine_busy', 'once');
      return work(...args);
    };
    const stream = await harness.request(TEXT);
    await harness.run();
    assert.deepEqual(harness.retries, [`retried ${stage}`]);
    assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'not_checkable']);
  });
}

test('what fails ahead while the stage before fails too harms nobody', async (t) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const harness = createHarness({ library: LIBRARY });
  const { append } = harness.store;
  const { judge } = harness.engine;
  let calls = 0;
  harness.engine.judge = async (...args) => {
    if (calls++ === 0) throw new EngineError('engine_busy', 'once');
    return judge(...args);
  };
  let fails = 1;
  harness.store.append = async (stream, expected, events) => {
    if (events.at(-1)!.type === 'RetrievalCompleted.v1' && fails-- > 0) {
      await turn();
      throw new Error('away');
    }
    return append(stream, expected, events);
  };
  const stream = await harness.request(TEXT);
  await harness.run();
  await turn();
  assert.deepEqual(unhandled, []);
  assert.deepEqual(harness.retries, ['retried retrieve']);
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'not_checkable']);
});

test('nothing of a long text is judged ahead', async () => {
  const harness = createHarness({ library: LIBRARY });
  const trace = traced(harness);
  await harness.request('Whales sing. '.repeat(60));
  await harness.run();
  assert.equal(
    trace.slice(0, trace.indexOf('RetrievalCompleted.v1')).filter((step) => step.startsWith('judge')).length,
    0,
  );
  assert.equal(trace.filter((step) => step === 'judge 10').length, 6);
});

test('a worker that comes second judges the evidence that was recorded, not what it found itself', async () => {
  const first = createHarness({ library: ['Whales not sing.'] });
  // As in another process: the same stores, and an index of the library that is older or newer.
  const sources = [createLibrarySource(libraryOf(['Whales sing.']))];
  const second = createStages({ ...first, sources, handOver: createHandOver() });
  const stream = await first.request('Whales sing.');
  const messageFor = (stage: StageName) =>
    messageOf(stage, first.store.log.findLast((event) => stagesOf(event).includes(stage))!);
  await second.extract(messageFor('extract'), delivery());
  await first.deliver('retrieve', messageFor('retrieve'));
  await second.retrieve(messageFor('retrieve'), delivery());
  await second.judge(messageFor('judge'), delivery());
  await second.conclude(messageFor('conclude'), delivery());
  const { claims } = await resultOf(first, stream);
  assert.deepEqual(
    claims.map(({ verdict, supporting_evidence, opposing_evidence }) => [
      verdict,
      supporting_evidence.length,
      opposing_evidence.length,
    ]),
    [['contradicted', 0, 1]],
  );
});

test('of evidence that somebody else recorded in the middle of a search, and only that, the own is left aside', async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing. Otters swim.');
  const other = createStages({
    ...harness,
    sources: [createLibrarySource(libraryOf(['Whales not sing.', 'Otters not swim.']))],
    handOver: createHandOver(),
    store: {
      ...harness.store,
      // It records what it found of the first claim, and dies.
      async append(to, expected, events) {
        await harness.store.append(to, expected, events.slice(0, 1));
        throw new Killed();
      },
    },
  });
  let others = 1;
  const own = createStages({
    ...harness,
    sources: [createLibrarySource(libraryOf(LIBRARY))],
    handOver: createHandOver(),
    store: {
      ...harness.store,
      async append(to, expected, events) {
        if (events.at(-1)!.type === 'RetrievalCompleted.v1' && others-- > 0) {
          await assert.rejects(other.retrieve(messageFor('retrieve'), delivery()), Killed);
        }
        return harness.store.append(to, expected, events);
      },
    },
  });
  const messageFor = (stage: StageName) =>
    messageOf(stage, harness.store.log.findLast((event) => stagesOf(event).includes(stage))!);
  await own.extract(messageFor('extract'), delivery());
  await own.retrieve(messageFor('retrieve'), delivery());
  await own.judge(messageFor('judge'), delivery());
  assert.deepEqual(verdictsOf(harness, stream), ['contradicted', 'supported']);
});

test('what was begun on evidence that was not recorded in the end is left aside', async () => {
  const claim = (detail: string) => ({ evidence: { detail } }) as ClaimState;
  const ahead = new BegunWork<string>();
  ahead.begin([{ detail: 'a' }, { detail: 'b' }], async () => ['of a', 'of b']);
  ahead.begin([{ detail: 'c' }], async () => ['of c']);
  const claims = ['x', 'a', "somebody else's", 'c', 'y', 'z'].map(claim);
  const groups = ahead.groups(claims, ({ evidence }) => evidence?.detail, 2);
  const shown = groups.map(async ({ claims, begun }) => [claims.map(({ evidence }) => evidence!.detail), await begun]);
  assert.deepEqual(await Promise.all(shown), [
    [['x'], null],
    [['a', "somebody else's"], null],
    [['c'], ['of c']],
    [['y', 'z'], null],
  ]);
});
