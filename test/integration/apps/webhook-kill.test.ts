/** A service that is killed again and again while its webhooks' receiver fails and hangs. */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { derivedId } from '#domain/ids.ts';
import { WEBHOOK_DELIVERY } from '#domain/webhook-delivery/decider.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { formsOfText, tracesIn } from '#test/support/service/traces.ts';

const KILLS = 4;
const TEXTS_BETWEEN = 3;

test('kill -9 loses no message of an answered verification', async (context) => {
  const told = new Map<string, string>();
  const ids = new Map<string, Set<string>>();
  const seen = new Set<string>();
  let secret = '';
  let requests = 0;
  const hanging: ServerResponse[] = [];
  const receiver = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('');
    const headers = request.headers as Record<string, string>;
    const { data } = new Webhook(secret).verify(body, headers) as { data: { verification_id: string } };
    const known = ids.get(data.verification_id) ?? new Set();
    ids.set(data.verification_id, known.add(headers['webhook-id']!));
    requests++;
    // Of the first attempts, each third one fails and another one hangs: neither has been told of anything.
    const first = !seen.has(data.verification_id);
    seen.add(data.verification_id);
    if (first && seen.size % 3 === 0) hanging.push(response);
    else if (first && seen.size % 3 === 1) response.writeHead(500).end();
    else {
      told.set(data.verification_id, headers['webhook-id']!);
      response.writeHead(200).end();
    }
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const { deployment, remove } = await deployEmbedded({ EVIDENCE_ALLOW_HOSTS: host, LOG_LEVEL: 'trace' });
  context.after(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await deployment.stop();
    await remove();
  });

  const url = `http://${host}/hook?token=Xylophaga-dorsalis`;
  const made = await deployment.request('POST', '/v1/webhooks', { body: { url } });
  assert.equal(made.status, 201, made.text);
  secret = made.body.signing_secret;
  const answered: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    for (let text = 0; text < TEXTS_BETWEEN; text++) {
      const body = { content: `Station ${kill} has ${text} turbines.`, zero_retention: text === 0 };
      const answer = await deployment.request('POST', '/v1/verifications', { body });
      assert.equal(answer.status, 201, answer.text);
      answered.push(answer.body.result.id);
    }
    await deployment.kill(['service']);
    for (const response of hanging.splice(0)) response.destroy();
    await deployment.restart();
  }
  const untold = () => answered.filter((id) => !told.has(id));
  await eventually('all messages', () => untold().length === 0, 120_000).catch(() => {});
  assert.deepEqual(untold(), []);
  for (const id of answered) assert.equal(ids.get(id)!.size, 1, 'one message, however often it was sent');

  assert.equal((await deployment.request('DELETE', `/v1/webhooks/${made.body.id}`)).status, 204);
  await deployment.kill(['service']);
  await deployment.restart();
  const before = requests;
  const last = await deployment.request('POST', '/v1/verifications', { body: { content: 'Nobody is told of it.' } });
  assert.equal(last.status, 201);
  assert.equal((await deployment.request('DELETE', `/v1/webhooks/${made.body.id}`)).status, 404);
  const untoldId: string = last.body.result.id;
  await eventually('the notify stage', () =>
    deployment
      .logsOf('service')
      .some(
        ({ msg, stage, verification_id }) =>
          msg === 'stage handled' && stage === 'notify' && verification_id === untoldId,
      ),
  );
  await deployment.stop();
  assert.equal(requests, before);
  // Nor is a message recorded, which would be sent later.
  const stores = await deployment.openStores();
  const recorded = async (id: string) =>
    (await stores.events.readStream(WEBHOOK_DELIVERY.stream(derivedId('msg', made.body.id, `${id}/1`)))).length > 0;
  assert.deepEqual([await recorded(answered.at(-1)!), await recorded(untoldId)], [true, false]);
  await stores.close();
  const needles = { ...formsOfText(secret.slice('whsec_'.length)), ...formsOfText('Xylophaga-dorsalis') };
  assert.deepEqual(tracesIn(deployment.environment.EVIDENCE_DATA_DIR!, needles), []);
  assert.ok(!JSON.stringify(deployment.logsOf('service')).includes('Xylophaga-dorsalis'));
});
