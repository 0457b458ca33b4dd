/** A process that is killed while it asks a language model. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import type { Said, Understood } from '#test/doubles/models/format.ts';
import { claimsIn, confirming, readerOf, sentencesShown, statementsAskedAgain } from '#test/doubles/models/readers.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { evidence } from '#test/support/command-line.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const BEGAN = 'Crossings of the fjord by the Halvorsen ferry began in 1987.';
const TOLLS = 'Tolls on the Sandvik bridge went up by a fifth in 1995.';
const TEXT =
  'The Halvorsen ferry has been crossing the fjord since 1987. The Sandvik bridge cost drivers a fifth more from 1995 on.';

/** More than one question is about. */
const LONGER = `${TEXT} The Halvorsen ferry was busy in July. The Sandvik bridge was busy in July. The ferry was full in May.`;

const READER = readerOf([
  { claim: /ferry/, quote: BEGAN, label: 'supports' },
  { claim: /bridge/, quote: TOLLS, label: 'supports' },
]);

type Asked = { prompt: string };
type Says = (understood: Understood) => Said;
const isAboutText = ({ prompt }: Asked) => sentencesShown(prompt) !== null;

/**
 * Kills the service when the first answer of this event is recorded and the next question of its kind is open, and starts it
 * again. Returns the verdicts and the questions of the kind, in order.
 */
async function killedWhileAsking(
  context: TestContext,
  text: string,
  { event, isMeant, says = READER }: { event: string; isMeant: (asked: Asked) => boolean; says?: Says },
) {
  const folder = await temporaryFolder();
  const server = await openModelServer({ format: chatCompletions('ollama'), says });
  context.after(() => server.close());
  context.after(() => folder.remove());
  const library = join(folder.path, 'library');
  await mkdir(library);
  await writeFile(join(library, 'ferry.md'), `# Ferries of the coast\n\n${BEGAN}\n`);
  await writeFile(join(library, 'bridge.md'), `# Bridges of the coast\n\n${TOLLS}\n`);
  const { deployment, remove } = await deployEmbedded({
    EVIDENCE_LIBRARY_DIR: library,
    EVIDENCE_MODEL_URL: server.url,
    EVIDENCE_MODEL: 'reader',
  });
  context.after(async () => {
    await deployment.stop();
    await remove();
  });
  const data = deployment.environment.EVIDENCE_DATA_DIR!;
  server.says = (understood) => {
    if (isMeant(understood)) server.held = new Promise(() => {});
    return says(understood);
  };
  const posted = deployment.request('POST', '/v1/verifications', { body: { content: text } }).catch(() => null);
  // Nobody knows the id yet, so its event is looked for where it is stored.
  await eventually('the first answer', async () => {
    const stored = await Promise.all(['events.db', 'events.db-wal'].map((name) => readFile(join(data, name))));
    return stored.some((bytes) => bytes.includes(event));
  });
  await deployment.kill(['service']);
  assert.equal(await posted, null);

  server.held = Promise.resolve();
  server.says = says;
  await deployment.restart();
  let id = '';
  await eventually('a stage', () => {
    const line = deployment.logsOf('service').findLast(({ verification_id }) => verification_id !== undefined);
    id = String(line?.verification_id ?? '');
    return id !== '';
  });
  const replayed = async () => JSON.parse((await evidence(data, ['replay', id, '--json'])).stdout);
  await eventually('the end', async () => (await replayed()).status === 'completed');
  const { result } = await replayed();
  const prompts = server.requests.map(({ body }) => String(JSON.parse(body).messages.at(-1).content));
  return {
    prompts,
    asked: prompts.filter((prompt) => isMeant({ prompt })),
    claims: result.claims.map(({ normalized_claim }: { normalized_claim: string }) => normalized_claim),
    verdicts: result.claims.map(({ verdict }: { verdict: string }) => verdict),
  };
}

test('after kill -9 only the question without an answer is asked again', async (context) => {
  const event = 'ModelConsulted';
  const { asked, verdicts } = await killedWhileAsking(context, LONGER, {
    event,
    isMeant: (asked) => !isAboutText(asked),
  });
  assert.deepEqual(verdicts.slice(0, 2), ['supported', 'supported']);
  const [answered, ...others] = asked.map((prompt) => claimsIn(prompt).join());
  assert.equal(others.length, 2);
  assert.ok(!others.includes(answered!), 'what was answered is not asked again');
});

test('after kill -9 only the part of the text without an answer is asked about again', async (context) => {
  // Two parts, as the first is long enough to be one.
  const filling = Array.from({ length: 30 }, (_, i) => `The pier of Norvik number ${i} was painted in ${1900 + i}.`);
  const text = `${filling.join(' ')}\n\n${filling.join(' ')}\n\n${TEXT}`;
  const { asked, verdicts } = await killedWhileAsking(context, text, {
    event: 'ExtractionConsulted',
    isMeant: isAboutText,
  });
  assert.deepEqual(verdicts.slice(-2), ['supported', 'supported']);
  const [answered, ...others] = asked;
  assert.ok(others.length >= 2);
  assert.ok(!others.includes(answered!), 'what was answered is not asked about again');
});

test('after kill -9 between both questions about a text, only the second is asked', async (context) => {
  const moved = 'The Halvorsen ferry moved to the fjord.';
  const charge = 'The Halvorsen ferry took charge of the crossings in 1987.';
  const pieces = [
    ['The Halvorsen ferry moved to the fjord'],
    ['The Halvorsen ferry', 'taking charge of the crossings in 1987'],
  ];
  const says: Says = (understood) => {
    const { prompt } = understood;
    if (statementsAskedAgain(prompt).length > 0) return confirming(prompt, (statement) => statement === charge);
    if (!isAboutText(understood)) return READER(understood);
    const statements = [moved, charge].map((claim, at) => {
      return { id: String(at + 1), sentence: 'S1', pieces: pieces[at], claim, kind: 'fact', part_of: '' };
    });
    return { text: JSON.stringify({ statements }) };
  };
  const text = 'The Halvorsen ferry moved to the fjord, taking charge of the crossings in 1987.';
  const { asked, prompts, claims } = await killedWhileAsking(context, text, {
    event: 'ExtractionConsulted',
    isMeant: ({ prompt }) => statementsAskedAgain(prompt).length > 0,
    says,
  });
  assert.deepEqual(claims, [moved, charge]);
  assert.equal(prompts.filter((prompt) => isAboutText({ prompt })).length, 1, 'the first answer was recorded');
  assert.ok(asked.length >= 1 && new Set(asked).size === 1);
});
