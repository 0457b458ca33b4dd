/** A process that is killed while it asks a language model. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { readerOf, shownIn } from '#test/doubles/models/readers.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { evidence } from '#test/support/command-line.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const BEGAN = 'Crossings of the fjord by the Halvorsen ferry began in 1987.';
const TOLLS = 'Tolls on the Sandvik bridge went up by a fifth in 1995.';
const TEXT =
  'The Halvorsen ferry has been crossing the fjord since 1987. The Sandvik bridge cost drivers a fifth more from 1995 on.';

test('after kill -9 only the question without an answer is asked again', async (context) => {
  const folder = await temporaryFolder();
  const reader = readerOf([
    { claim: /ferry/, quote: BEGAN, label: 'supports' },
    { claim: /bridge/, quote: TOLLS, label: 'supports' },
  ]);
  const server = await openModelServer({ format: chatCompletions('ollama'), says: reader });
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
    server.held = new Promise(() => {});
    return reader(understood);
  };
  const posted = deployment.request('POST', '/v1/verifications', { body: { content: TEXT } }).catch(() => null);
  let id = '';
  await eventually('the judge', () => {
    id = String(deployment.logsOf('service').find(({ stage }) => stage === 'retrieve')?.verification_id ?? '');
    return id !== '';
  });
  await eventually('the first answer', async () =>
    (await evidence(data, ['replay', id, '--json'])).stdout.includes('ModelConsulted'),
  );
  await deployment.kill(['service']);
  assert.equal(await posted, null);

  server.held = Promise.resolve();
  server.says = reader;
  await deployment.restart();
  const replayed = async () => JSON.parse((await evidence(data, ['replay', id, '--json'])).stdout);
  await eventually('the end', async () => (await replayed()).status === 'completed');
  const { result } = await replayed();
  assert.deepEqual(
    result.claims.map(({ verdict }: { verdict: string }) => verdict),
    ['supported', 'supported'],
  );
  const [answered, ...others] = server.requests.map(
    ({ body }) => shownIn(JSON.parse(body).messages.at(-1).content).claim,
  );
  assert.equal(others.length, 2);
  assert.ok(!others.includes(answered!), 'what was answered is not asked again');
});
