/** Two deployments on one EventStoreDB, and a vault that does not belong to the log. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type DistributedConfiguration, readConfiguration } from '#apps/configuration.ts';
import { openDistributedService } from '#apps/distributed/service.ts';
import { createLogger } from '#apps/logger.ts';
import { SERVICE_ROLES, type Service } from '#apps/parts/service.ts';
import { startFailure } from '#apps/start-failure.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { START } from '#contracts/ports/event-store.ts';
import { type Servers, startServers } from '#test/support/servers/all.ts';
import { mongoServer } from '#test/support/servers/mongodb.ts';
import { createControlledEngine } from '#test/support/service/controlled-engine.ts';

/** What a test has opened. Closed newest first, as a service waits for servers that are gone; hooks run oldest first. */
function closingAfter(context: TestContext): AsyncDisposableStack {
  const closing = new AsyncDisposableStack();
  context.after(() => closing.disposeAsync());
  return closing;
}

/** Separate keys, database and topics, on the event store of `servers`. */
async function settingsOf(closing: AsyncDisposableStack, servers: Servers, streamPrefix: string) {
  const mongo = await mongoServer();
  closing.defer(() => mongo.stop());
  const configuration = readConfiguration({
    EVIDENCE_PUBLIC_SOURCES: 'off',
    ...servers.environment,
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
    EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64'),
    EVENTSTORE_STREAM_PREFIX: streamPrefix,
    MONGODB_URL: mongo.url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?/, `$1/${mongo.database}`),
    KAFKA_TOPIC_PREFIX: `test-${randomUUID()}`,
  });
  assert.equal(configuration.mode, 'distributed');
  return configuration as DistributedConfiguration;
}

function open(configuration: DistributedConfiguration): Promise<Service> {
  const parts = { createEngine: () => createControlledEngine() };
  return openDistributedService(configuration, createLogger('silent'), new Set(SERVICE_ROLES), parts);
}

async function call(service: Service, method: 'GET' | 'POST', path: string, payload?: object) {
  const headers = { authorization: `Bearer ${service.bootstrap.key}` };
  const answer = await service.app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

async function streamsOf({ stores }: Service): Promise<Map<string, string[]>> {
  const streams = new Map<string, string[]>();
  for (let after = START; ; ) {
    const page = await stores.events.readAll({ after, limit: 500 });
    for (const { stream, type } of page.events) streams.set(stream, [...(streams.get(stream) ?? []), type]);
    if (page.at_end) return streams;
    after = page.position;
  }
}

/** The streams that nothing writes to while nobody calls: the running service's audit follower lags behind its calls. */
async function streamsWithoutAudit(service: Service): Promise<Map<string, string[]>> {
  return new Map([...(await streamsOf(service))].filter(([stream]) => !stream.startsWith('audit-')));
}

test('two deployments with different prefixes do not affect each other', async (context) => {
  const closing = closingAfter(context);
  const servers = await startServers(context, closing);
  if (servers === null) return;
  const names = [`test-${randomUUID()}`, `test-${randomUUID()}`];
  const services: Service[] = [];
  for (const name of names) {
    const service = await open(await settingsOf(closing, servers, name));
    closing.defer(() => service.close());
    services.push(service);
  }
  const ids: string[] = [];
  for (const service of services) {
    const posted = await call(service, 'POST', '/verifications', { content: 'Water is wet.' });
    assert.equal(posted.status, 201, JSON.stringify(posted.body));
    ids.push(posted.body.result.id);
  }
  for (const [n, service] of services.entries()) {
    assert.equal((await call(service, 'GET', `/verifications/${ids[n]}`)).status, 200);
    assert.equal((await call(service, 'GET', `/verifications/${ids[1 - n]}`)).status, 404);
    const streams = await streamsOf(service);
    const verifications = [...streams.keys()].filter((stream) => stream.startsWith('verification-'));
    assert.deepEqual(verifications, [`verification-${ids[n]}`]);
    assert.ok(streams.get(verifications[0]!)!.includes('VerificationCompleted.v1'));
    assert.deepEqual(streams.get('deployment'), ['DeploymentClaimed.v2']);
  }
});

test('a process with a vault of another log does not start and writes nothing', async (context) => {
  const closing = closingAfter(context);
  const servers = await startServers(context, closing);
  if (servers === null) return;
  const name = `test-${randomUUID()}`;
  const own = await settingsOf(closing, servers, name);
  const service = await open(own);
  closing.defer(() => service.close());
  const posted = await call(service, 'POST', '/verifications', { content: 'Water is wet.' });
  const before = await streamsWithoutAudit(service);

  const failure = await open(await settingsOf(closing, servers, name)).then(
    () => assert.fail('it started'),
    (error: unknown) => error,
  );
  const { message, exitCode } = startFailure(failure, null);
  assert.equal(exitCode, 2);
  assert.match(message, /EVENTSTORE_URL belong to another deployment .*MONGODB_URL.*EVENTSTORE_STREAM_PREFIX/);
  assert.doesNotMatch(message, /\n/);
  assert.deepEqual(await streamsWithoutAudit(service), before);
  assert.equal((await call(service, 'GET', `/verifications/${posted.body.result.id}`)).status, 200);
  // Another process of the same deployment still starts.
  const second = await open(own);
  await second.close();
});
