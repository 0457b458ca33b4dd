/** A process that is killed during a chat completion. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { request } from 'undici';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { claimsIn, readerOf, sentencesShown } from '#test/doubles/models/readers.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventsIn, readEvents } from '#test/support/event-stream.ts';
import { eventually } from '#test/support/eventually.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const BEGAN = 'Crossings of the fjord by the Halvorsen ferry began in 1987.';
const WRITTEN = 'The Halvorsen ferry has been crossing the fjord since 1987.';
const ASKED = { model: 'writer', stream: true, messages: [{ role: 'user', content: 'Since when is there a ferry?' }] };
const FOREVER = new Promise(() => {});

const judges = readerOf([{ claim: /ferry/, quote: BEGAN, label: 'supports' }]);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: ModelServer;
let service: ServiceProcess;

before(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'library'));
  await writeFile(join(folder.path, 'library', 'ferry.md'), `# Ferries of the coast\n\n${BEGAN}\n`);
  server = await openModelServer({ format: chatCompletions('ollama') });
  service = await start();
});
after(async () => {
  await service.stop();
  await server.close();
  await folder.remove();
});
beforeEach(() => {
  server.requests.length = 0;
  server.held = Promise.resolve();
  server.says = (understood) => (isChat(understood.prompt) ? { text: WRITTEN } : judges(understood));
});

function start(): Promise<ServiceProcess> {
  return startService(join(folder.path, 'data'), {
    EVIDENCE_LIBRARY_DIR: join(folder.path, 'library'),
    EVIDENCE_MODEL_URL: server.url,
    EVIDENCE_MODEL: ASKED.model,
  });
}

const isChat = (prompt: string) => claimsIn(prompt).length === 0 && sentencesShown(prompt) === null;
const timesWritten = () => server.requests.filter(({ understood }) => understood && isChat(understood.prompt)).length;

const open = (key: string) =>
  request(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(ASKED),
  });

/** Repeats the call until it is answered; returns the events of the stream. */
async function repeated(key: string) {
  let text = '';
  const isAnswered = async () => {
    const { statusCode, body } = await open(key);
    text = await body.text();
    return statusCode === 200;
  };
  await eventually('an answer', isAnswered);
  return eventsIn(text);
}

test('a text that the client has seen survives kill -9 and is not generated again', async () => {
  server.says = () => {
    // The questions of the judge have no answer.
    server.held = FOREVER;
    return { text: WRITTEN };
  };
  const { body } = await open('seen');
  const events = readEvents(body);
  const first = (await events.next()).value!;
  await eventually('the judge asks', () => server.requests.length > 1);
  await service.kill();
  await assert.rejects(async () => events.next());

  server.held = Promise.resolve();
  server.says = (understood) => (isChat(understood.prompt) ? { text: 'Another text.' } : judges(understood));
  service = await start();
  const [completion, verification] = await repeated('seen');
  assert.equal(completion!.data, first.data);
  const { status, claims } = JSON.parse(verification!.data).verification;
  assert.deepEqual([status, claims[0].verdict], ['completed', 'supported']);
  assert.equal(timesWritten(), 1);
});

test('after kill -9 while the model writes, its key is free again soon', async () => {
  server.held = FOREVER;
  const posted = open('unseen').catch(() => null);
  await eventually('the model is asked', () => server.requests.length === 1);
  await service.kill();
  assert.equal(await posted, null);

  server.held = Promise.resolve();
  service = await start();
  const [completion] = await repeated('unseen');
  assert.equal(JSON.parse(completion!.data).choices[0].delta.content, WRITTEN);
});
