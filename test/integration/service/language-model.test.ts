/** The operator's language model behind a service, over HTTP, in the shape under test. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { ModelSettings } from '#apps/model-settings.ts';
import type { Position } from '#contracts/ports/event-store.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import {
  answered,
  claimsIn,
  flatterer,
  inventor,
  knowingFlatterer,
  readerOf,
  sentencesShown,
} from '#test/doubles/models/readers.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import type { Ground } from '#test/support/ground/ground.ts';
import { newGround } from '#test/support/ground/new-ground.ts';
import { type CallOptions, openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const KEY = 'key-of-the-model-server';
const BEGAN = 'Crossings of the fjord by the Halvorsen ferry began in 1987.';
const TOLLS = 'Tolls on the Sandvik bridge went up by a fifth in 1995.';
const CONTACT = 'Questions about the ferry go to ferry@halvorsen.example since 1987.';
const OPENED = 'The Halvorsen ferry has been crossing the fjord since 1987.';
const FREE = 'The Sandvik bridge cost drivers a fifth more from 1995 on.';
const TEXT = `${OPENED} ${FREE}`;
/** More than one question is about. */
const LONGER = `${TEXT} The Halvorsen ferry was busy in July. The Sandvik bridge was busy in July. The ferry was full in May.`;
const READER = readerOf([
  { claim: /ferry/, quote: BEGAN, label: 'supports' },
  { claim: /bridge/, quote: TOLLS, label: 'supports' },
]);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: string;
let server: ModelServer;
let ground: Ground;
let service: TestService;
/** Of each test, as an organization is not asked about twice for what it has verified before. */
let tenant: Tenant;

function settings(overrides: Partial<ModelSettings> = {}): ModelSettings {
  return {
    url: server.url,
    name: 'reader:8b',
    key: KEY,
    kind: 'general',
    isExternal: false,
    prices: NO_PRICES,
    ...overrides,
  };
}

async function open(model: ModelSettings | undefined): Promise<TestService> {
  const opened = await openTestService({
    realEngine: true,
    libraryDirectory: library,
    ground,
    ...(model && { model }),
  });
  await eventually('the library', async () => (await opened.call('GET', '//readyz', { key: null })).status === 200);
  return opened;
}

before(async () => {
  folder = await temporaryFolder();
  library = join(folder.path, 'library');
  await mkdir(library);
  await writeFile(join(library, 'ferry.md'), `# Ferries of the coast\n\n${BEGAN}\n`);
  await writeFile(join(library, 'bridge.md'), `# Bridges of the coast\n\n${TOLLS}\n`);
  await writeFile(join(library, 'contact.md'), `# Contact\n\n${CONTACT}\n`);
  server = await openModelServer({ format: chatCompletions('ollama'), credential: KEY });
  ground = await newGround();
  service = await open(settings());
});
after(async () => {
  await service.close();
  await ground.remove();
  await server.close();
  await folder.remove();
});
beforeEach(async () => {
  tenant = await service.newTenant();
  server.says = READER;
  server.requests.length = 0;
  server.held = Promise.resolve();
});

const call = (method: string, path: string, options: CallOptions = {}) =>
  service.call(method, path, { key: tenant.key, ...options });

const verify = async (body: object, options: CallOptions = {}) => {
  const answer = await call('POST', '/verifications', { body, ...options });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result;
};

const eventsOf = async (id: string, type: string) => {
  const history = await service.service.stores.events.readStream(`verification-${id}`);
  return history.filter((event) => event.type === type).map(({ data }) => data);
};

const verdictsOf = (result: { claims: { verdict: string }[] }) => result.claims.map(({ verdict }) => verdict);
/** Of all questions that arrived, answered or not. */
const claimsAsked = () => server.requests.flatMap(({ body }) => claimsIn(JSON.parse(body).messages.at(-1).content));

test('a model settles open claims, with the words that it relies on', async () => {
  const result = await verify({ content: TEXT });
  assert.deepEqual(verdictsOf(result), ['supported', 'supported']);
  const [evidence] = result.claims[0].supporting_evidence;
  assert.ok(evidence.relationship_explanation.includes(`"${BEGAN}"`), evidence.relationship_explanation);
  assert.match(result.engine.judge_configuration, /^local-judge-.*\+reader:8b \(several-\d+\)$/);
  assert.equal(server.requests.length, 2, 'one question about the text, and one about both claims');
  assert.match(result.engine.extraction_model, /^rules-en\+reader:8b$/);
  assert.match(result.engine.extraction_version, /\+statements-\d+\+second-look-\d+$/);
  assert.equal(result.claims[0].verification.extraction_model, result.engine.extraction_model);
  assert.deepEqual((await call('GET', `/verifications/${result.id}`)).body.result, result);
});

test('an answer is an event for each of its claims, with its tokens once, and sealed', async () => {
  const { id } = await verify({ content: TEXT });
  const recorded = await eventsOf(id, 'ModelConsulted.v1');
  assert.deepEqual(
    recorded.map((data) => [data.ordinal, data.outcome, data.input_tokens, data.output_tokens, data.shared]).sort(),
    [
      [0, 'answered', 21, 9, undefined],
      [1, 'answered', 0, 0, true],
    ],
  );
  assert.doesNotMatch(JSON.stringify(recorded), /Halvorsen|Sandvik/);
});

test("a repeated question is answered from the organization's memory only", async () => {
  const first = await verify({ content: TEXT });
  const asked = server.requests.length;
  const second = await verify({ content: TEXT });
  assert.equal(server.requests.length, asked);
  assert.deepEqual(verdictsOf(second), verdictsOf(first));
  assert.partialDeepStrictEqual(await eventsOf(second.id, 'ModelConsulted.v1'), [
    { remembered: true, input_tokens: 0, output_tokens: 0 },
    { shared: true, input_tokens: 0, output_tokens: 0 },
  ]);
  const usage = { questions: 0, remembered: 2, input_tokens: 0, output_tokens: 0, cost_cents: 0 };
  assert.partialDeepStrictEqual(await eventsOf(second.id, 'VerificationCompleted.v1'), [{ model_usage: usage }]);

  await verify({ content: TEXT }, { key: (await service.newTenant()).key });
  assert.equal(server.requests.length, 2 * asked, 'another organization');
  await verify({ content: TEXT, zero_retention: true });
  assert.equal(server.requests.length, 3 * asked, 'without retention');
});

test('questions beyond the monthly limit are not asked; asked ones are charged', async () => {
  await service.close();
  // An answer may have 8,000 tokens, and this server counts 9.
  service = await open(settings({ prices: { input_cents_per_million: 0, output_cents_per_million: 10_000_000 } }));
  try {
    const limitOf = (monthly_cost_limit_cents: number) =>
      call('PATCH', `/organizations/${tenant.organization_id}/settings`, {
        body: { retention_hours: 720, zero_retention: false, monthly_cost_limit_cents },
      });
    assert.equal((await limitOf(5_000)).status, 200);
    const forbidden = await verify({ content: TEXT });
    assert.deepEqual(claimsAsked(), []);
    assert.deepEqual(verdictsOf(forbidden), ['unverifiable', 'unverifiable']);
    for (const { limitations } of forbidden.claims) assert.match(limitations.join(' '), /the monthly cost limit/);

    await limitOf(500_000);
    const { id } = await verify({ content: TEXT });
    assert.equal(claimsAsked().length, 2);
    assert.partialDeepStrictEqual(await eventsOf(id, 'VerificationCompleted.v1'), [
      { model_usage: { questions: 2, output_tokens: 18, cost_cents: 180 } },
    ]);
    // Two texts of 2 cents each, and 180 cents of answers: there is room for one more text.
    await limitOf(2 + 2 + 180 + 2);
    const third = () => call('POST', '/verifications', { body: { content: 'Cod is a fish.' } });
    await eventually('the settlement', async () => (await third()).status === 201);
    assert.equal((await third()).body.error.code, 'monthly_cost_limit_exceeded');
  } finally {
    await service.close();
    service = await open(settings());
  }
});

test('fast asks no model, triage only about claims of high materiality', async () => {
  const fast = await verify({ content: TEXT, mode: 'fast' });
  assert.deepEqual(verdictsOf(fast), ['unverifiable', 'unverifiable']);
  assert.deepEqual(claimsAsked(), []);
  const triage = await verify({ content: TEXT, mode: 'triage' });
  const high = triage.claims.filter(({ materiality }: { materiality: string }) => materiality === 'high');
  assert.equal(claimsAsked().length, high.length);
});

test('answers without literal quotes, or about decoys, do not count', async () => {
  for (const hostile of [inventor, flatterer]) {
    server.says = hostile;
    const result = await verify({ content: TEXT });
    assert.deepEqual(verdictsOf(result), ['unverifiable', 'unverifiable'], hostile.name);
    assert.match(result.claims[0].limitations.join(' '), /language model/, hostile.name);
  }
});

test('a model cannot support a claim that clashes with the quotes it gives', async () => {
  server.says = knowingFlatterer;
  const wrong =
    'The Halvorsen ferry began its crossings of the fjord in 1978. Tolls on the Sandvik bridge went up by a fifth in 1996.';
  const result = await verify({ content: wrong });
  assert.ok(!verdictsOf(result).includes('supported'), JSON.stringify(verdictsOf(result)));
});

test('a model that fails leaves the local result, and the claim says why', async () => {
  server.says = () => ({ ends: 'refused' });
  const refused = await verify({ content: TEXT });
  assert.deepEqual(verdictsOf(refused), ['unverifiable', 'unverifiable']);
  for (const { limitations } of refused.claims) assert.match(limitations.join(' '), /declined to answer/);
  const shown = JSON.stringify(service.logs);
  assert.ok(shown.includes('the language model did not answer'));
  for (const secret of [KEY, 'Halvorsen', 'Sandvik']) assert.ok(!shown.includes(secret), secret);
});

test('an external model gets no personal data; quotes are restored', async () => {
  await service.close();
  service = await open(settings({ isExternal: true }));
  try {
    server.says = ({ prompt }) => {
      const text = answered(prompt, (_, passages) =>
        passages.map(({ id, text }) => {
          const [quote] = /Questions about the ferry go to \[EMAIL_1\] since 1987\./.exec(text) ?? [];
          const label = quote === undefined ? 'neither' : 'supports';
          return { passage: id, quotes: quote === undefined ? [] : [quote], label };
        }),
      );
      return { text };
    };
    const content = 'Since 1987 ferry@halvorsen.example has answered what people ask of the ferry.';
    const { claims } = await verify({ content });
    assert.ok(server.requests.length > 0);
    assert.ok(!JSON.stringify(server.requests).includes('ferry@halvorsen.example'));
    assert.equal(claims[0].verdict, 'supported');
    const { relationship_explanation: explanation } = claims[0].supporting_evidence[0];
    assert.ok(explanation.includes(`"${CONTACT}"`), explanation);
    assert.match(claims[0].limitations.join(' '), /placeholders replaced: email \(1\)/);
  } finally {
    await service.close();
    service = await open(settings());
  }
});

test('after a stop, answered questions are not asked again', async () => {
  await service.close();
  const stopping = await open(settings());
  // One question is answered; the other one, about the last claim, is still open when the service stops.
  const first = Promise.withResolvers<void>();
  server.says = (understood) => {
    // The question about the text comes first.
    if (sentencesShown(understood.prompt) === null) {
      server.held = new Promise(() => {});
      first.resolve();
    }
    return READER(understood);
  };
  const after = await stopping.service.stores.events.head();
  const posted = stopping.call('POST', '/verifications', { body: { content: LONGER } });
  await first.promise;
  const id = await firstConsulted(stopping, after);
  await stopping.close();
  assert.equal((await posted).status, 503);
  const answered = claimsAsked().slice(0, 1);

  server.held = Promise.resolve();
  server.says = READER;
  service = await open(settings());
  await eventually('the end', async () => {
    const history = await service.service.stores.events.readStream(`verification-${id}`);
    return history.at(-1)?.type === 'VerificationCompleted.v1';
  });
  const { result } = (await service.call('GET', `/verifications/${id}`)).body;
  assert.deepEqual(verdictsOf(result).slice(0, 2), ['supported', 'supported']);
  assert.equal(claimsAsked().filter((claim) => claim === answered[0]).length, 1);
});

/** Waits for the first answer that is recorded after the position; returns the id of its verification. */
async function firstConsulted(on: TestService, after: Position): Promise<string> {
  const filter = { types: ['ModelConsulted.v1'] };
  const { signal } = new AbortController();
  for await (const message of on.service.stores.events.subscribe({ after, filter, eventsOnly: true, signal })) {
    if (message.kind === 'event') return message.event.stream.slice('verification-'.length);
  }
  throw new Error('the log ended');
}
