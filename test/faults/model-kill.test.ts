/** Kill -9 while a language model is asked: what was answered and recorded is not asked again, and nothing is lost. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stores } from '#apps/parts/stores.ts';
import { START } from '#contracts/ports/event-store.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { ClaimDetail } from '#domain/verification/stage-events.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { createVerificationStreams } from '#streams/verification-streams.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { claimsIn, readerOf } from '#test/doubles/models/readers.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { numbersFor } from '#test/support/random-numbers.ts';
import { startServers } from '#test/support/servers/all.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const KILLS = 5;
const CLAIMS = 40;
/** About them, at four a question. */
const QUESTIONS = 10;
const ANSWER_MS = 150;
const PATIENCE_MS = 120_000;
const TOWNS = ['Halvik', 'Sandvik', 'Tornes', 'Eldhavn', 'Brenstad', 'Kirwick', 'Dunford', 'Ashborg'];

/** Claims that differ from text to text, as equal ones are answered from memory. */
function textOf(run: number): string {
  return Array.from(
    { length: CLAIMS },
    (_, i) =>
      `The harbour of ${TOWNS[i % TOWNS.length]} lends boat ${run * CLAIMS + i + 1} to the fishers of the coast.`,
  ).join(' ');
}

async function writeTowns(context: TestContext): Promise<string> {
  const folder = await temporaryFolder();
  context.after(() => folder.remove());
  const library = join(folder.path, 'library');
  await mkdir(library);
  for (const town of TOWNS) {
    const text = `# ${town}\n\nThe harbour of ${town} was dredged in 1987. Fishers of the coast own it.\n`;
    await writeFile(join(library, `${town}.md`), text);
  }
  return library;
}

async function openModel(context: TestContext): Promise<ModelServer> {
  const model = await openModelServer({
    format: chatCompletions('ollama'),
    says: readerOf([]),
    takes: ANSWER_MS,
  });
  context.after(() => model.close());
  return model;
}

/** Posts a text and kills `victims` between two of its questions, several times; then waits until every text has ended. */
async function killWhileAsking(
  context: TestContext,
  service: Deployment,
  victims: readonly string[],
  model: ModelServer,
): Promise<void> {
  const random = numbersFor(context);
  const answers: Promise<unknown>[] = [];
  const send = async (run: number) => {
    const request = { body: { content: textOf(run) }, headers: { 'idempotency-key': `text-${run}` } };
    const answer = await service.request('POST', '/v1/verifications', request).catch(() => null);
    return answer?.status === 201;
  };
  for (let run = 0; run < KILLS; run++) {
    const until = model.requests.length + 2 + random(QUESTIONS - 2);
    answers.push(send(run));
    await eventually('some of the questions', () => model.requests.length >= until, PATIENCE_MS);
    await delay(random(ANSWER_MS));
    await service.kill(victims);
    await service.restart();
  }
  await Promise.all(answers);
  const deadline = Date.now() + PATIENCE_MS;
  for (let run = 0; run < KILLS; run++) {
    while (!(await send(run))) {
      assert.ok(Date.now() < deadline, `text ${run} did not end in time`);
      await delay(200);
    }
  }
}

interface Recorded {
  claim: string;
  /** Milliseconds since the Unix epoch. */
  at: number;
}

interface Found {
  /** Answers of the model, as they stand in the log. */
  recorded: Recorded[];
  completed: number;
}

async function readLog(stores: Stores): Promise<Found> {
  const verifications = createVerificationStreams({ ...stores, sealer: createSealer() });
  const found: Found = { recorded: [], completed: 0 };
  const names = new Map<string, string>();
  const types = registry.storedTypes(['ClaimExtracted', 'ModelConsulted', 'VerificationCompleted']);
  let after = START;
  for (;;) {
    const { events, position, at_end } = await stores.events.readAll({ after, limit: 500, filter: { types } });
    for (const stored of events) {
      const event = decodeEvent(stored) as VerificationEvent;
      const texts = await verifications.texts(stored.stream.slice('verification-'.length));
      if (event.type === 'VerificationCompleted') found.completed++;
      if (event.type === 'ClaimExtracted') {
        const { claim_id, detail } = event.data;
        names.set(claim_id, texts!.open(claim_id, SEALED.claim, detail, ClaimDetail).normalized_claim);
      }
      if (event.type === 'ModelConsulted' && event.data.outcome === 'answered') {
        found.recorded.push({ claim: names.get(event.data.claim_id)!, at: Date.parse(stored.recorded_at) });
      }
    }
    if (at_end) return found;
    after = position;
  }
}

async function assertAskedOnce(context: TestContext, service: Deployment, { requests }: ModelServer): Promise<void> {
  const stores = await service.openStores();
  const { recorded, completed } = await readLog(stores).finally(() => stores.close());
  assert.equal(completed, KILLS);
  assert.equal(recorded.length, KILLS * CLAIMS, 'every claim has one answer');
  const asked = requests.flatMap(({ body, at }) =>
    claimsIn(JSON.parse(body).messages.at(-1).content).map((claim) => ({ claim, at })),
  );
  const again = recorded.filter(({ claim, at }) => asked.some((other) => other.claim === claim && other.at > at));
  assert.deepEqual(again, []);
  context.diagnostic(`${recorded.length} answers of ${asked.length} questions`);
  assert.ok(asked.length > recorded.length, 'a kill has interrupted a question');
}

test('kill -9 while a model is asked: nothing that was recorded is asked again', async (context) => {
  const model = await openModel(context);
  const { deployment: service, remove } = await deployEmbedded({
    EVIDENCE_LIBRARY_DIR: await writeTowns(context),
    EVIDENCE_MODEL_URL: model.url,
    EVIDENCE_MODEL: 'reader',
  });
  context.after(remove);
  await killWhileAsking(context, service, ['service'], model).finally(() => service.stop());
  await assertAskedOnce(context, service, model);
});

test('the same of a pipeline of the distributed shape', async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  const model = await openModel(context);
  const settings = {
    EVIDENCE_LIBRARY_DIR: await writeTowns(context),
    EVIDENCE_MODEL_URL: model.url,
    EVIDENCE_MODEL: 'reader',
  };
  const workers = { projectors: 'projectors', 'pipeline-1': 'pipeline' };
  const { deployment: service, remove } = await deployDistributed(servers, settings, workers);
  context.after(remove);
  await killWhileAsking(context, service, ['pipeline-1'], model).finally(() => service.stop());
  await assertAskedOnce(context, service, model);
});
