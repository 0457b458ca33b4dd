/** A service that is killed right after its response about a provider connection. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { formsOfText, tracesIn } from '#test/support/service/traces.ts';

const LIBRARY = join(import.meta.dirname, '../../../examples/library');
const FIRST = 'sk-Zyxomma-petiolatum-0123456789';
const SECOND = 'sk-Xylophaga-dorsalis-9876543210';

test('after kill -9 either the newest credential is in force, or none', async (context) => {
  const server = await openModelServer({ format: chatCompletions('mistral') });
  context.after(() => server.close());
  const { deployment, remove } = await deployEmbedded({
    EVIDENCE_LIBRARY_DIR: LIBRARY,
    EVIDENCE_ALLOW_HOSTS: new URL(server.url).host,
    EVIDENCE_PROVIDER_URLS: JSON.stringify({ mistral: server.url }),
    LOG_LEVEL: 'trace',
  });
  context.after(async () => {
    await deployment.stop();
    await remove();
  });
  const logged: unknown[] = [];
  const killAndRestart = async () => {
    logged.push(deployment.logsOf('service'));
    await deployment.kill(['service']);
    await deployment.restart();
  };
  let turbines = 30;
  const credentialsAsked = async () => {
    server.requests.length = 0;
    // Another claim each time, as an answer about the same one is remembered.
    const content = `The station has ${++turbines} turbines of its own.`;
    const answer = await deployment.request('POST', '/v1/verifications', { body: { content } });
    assert.equal(answer.status, 201, answer.text);
    return [...new Set(server.requests.map(({ headers }) => headers.authorization))];
  };
  const { body } = await deployment.request('GET', '/v1/organizations');
  const path = `/v1/organizations/${body.data[0].id}/provider-connections`;

  const made = await deployment.request('POST', path, { body: { provider: 'mistral', credential: FIRST } });
  assert.equal(made.status, 201, made.text);
  await killAndRestart();
  assert.deepEqual(await credentialsAsked(), [`Bearer ${FIRST}`]);
  const connection = `${path}/${made.body.id}`;
  const rotated = await deployment.request('POST', `${connection}/rotate`, { body: { credential: SECOND } });
  assert.equal(rotated.status, 200, rotated.text);
  await killAndRestart();
  assert.deepEqual(await credentialsAsked(), [`Bearer ${SECOND}`]);
  assert.equal((await deployment.request('DELETE', connection)).status, 204);
  await killAndRestart();
  assert.deepEqual(await credentialsAsked(), []);
  assert.equal((await deployment.request('DELETE', connection)).status, 404);

  logged.push(deployment.logsOf('service'));
  const shown = JSON.stringify(logged);
  assert.ok(shown.includes(made.headers.get('x-request-id')!), 'the log was read');
  const needles = { ...formsOfText(FIRST), ...formsOfText(SECOND) };
  assert.deepEqual(tracesIn(deployment.environment.EVIDENCE_DATA_DIR!, needles), []);
  for (const credential of [FIRST, SECOND]) assert.ok(!shown.includes(credential));
});
