import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { SERVICE_ROLES, type Service, type ServiceRole } from '#apps/parts/service.ts';
import type { Stores } from '#apps/parts/stores.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { API_KEY } from '#domain/api-key/decider.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { createEventStoreDbStore } from '#platform/eventstoredb/event-store.ts';
import { VERIFICATION_PROJECTIONS } from '#projectors/all.ts';
import { catchUpOfCheckpoints } from '#projectors/catch-up.ts';
import { describeSecret } from '#streams/api-key-secrets.ts';
import { eventStoreServer, reportEventStore } from '#test/support/servers/eventstoredb.ts';
import { openProcess } from '#test/support/service/processes.ts';
import { openSharedStores } from '#test/support/service/shared-stores.ts';

const KEY = generateApiKey('production');
const TEXT = { content: 'Whales sing. Water is wet.' };
const PATIENCE_MS = 60_000;
const logger = pino({ level: 'silent' });

const EVENT_STORES: Record<string, (context: TestContext) => Promise<EventStore | null>> = {
  SQLite: async () => null,
  async EventStoreDB(context) {
    const server = await eventStoreServer();
    reportEventStore(context, server);
    context.after(() => server.stop());
    return createEventStoreDbStore({ url: server.url, streamPrefix: server.streamPrefix, onError() {} });
  },
};

let stores: Stores;
let processes: Service[];

async function start(...roles: ServiceRole[]): Promise<Service> {
  const service = await openProcess({ stores, roles, key: KEY, logger });
  processes.push(service);
  return service;
}

async function call(
  service: Service,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  key = KEY,
  more = {},
) {
  const answer = await service.app.inject({
    method,
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${key}`, ...more },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), headers: answer.headers };
}

for (const [name, open] of Object.entries(EVENT_STORES)) {
  const over = (title: string, body: () => Promise<void>) =>
    test(`${name}: ${title}`, async (context) => {
      const events = await open(context);
      stores = await openSharedStores(events);
      processes = [];
      try {
        await body();
      } finally {
        for (const service of processes.reverse()) await service.close();
        await stores.close();
      }
    });

  over(
    'processes of one role each serve as one: what one wrote another reads, and the pipeline is a third',
    async () => {
      const [command, other, query] = await Promise.all([
        start('command-api'),
        start('command-api'),
        start('query-api'),
      ]);
      await start('pipeline');
      await start('projectors');

      const verified = await call(command, 'POST', '/verifications', TEXT);
      assert.equal(verified.status, 201);
      const { id } = verified.body.result;
      const read = await call(query, 'GET', `/verifications/${id}`);
      assert.deepEqual([read.status, read.body.result], [200, verified.body.result]);
      // Each API serves its own routes, and responds to the others that the path supports other methods.
      assert.equal((await call(command, 'GET', `/verifications/${id}`)).status, 405);
      assert.equal((await call(query, 'POST', '/verifications', TEXT)).status, 405);

      const again = { 'idempotency-key': 'once' };
      const first = await call(command, 'POST', '/verifications', TEXT, KEY, again);
      const replayed = await call(other, 'POST', '/verifications', TEXT, KEY, again);
      assert.equal(replayed.headers['idempotency-replayed'], 'true');
      assert.deepEqual(replayed.body, first.body);
      assert.equal((await call(other, 'POST', '/verifications', { content: 'x' }, KEY, again)).status, 409);
    },
  );

  over(
    'a key is known on every process at once, counts on all of them together, and its revocation holds at once',
    async () => {
      const [one, two, query] = await Promise.all([start('command-api'), start('command-api'), start('query-api')]);
      await start('pipeline');
      await start('projectors');
      const made = await call(one, 'POST', '/api-keys', { name: 'A key of two requests', quota_per_hour: 2 });
      assert.equal(made.status, 201);
      const { id, secret } = made.body;

      const answers = await Promise.all(
        [one, two, one, two].map((each) => call(each, 'POST', '/verifications', TEXT, secret)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 429, 429]);
      assert.equal((await call(query, 'GET', '/engine', undefined, secret)).status, 200);

      assert.equal((await call(two, 'DELETE', `/api-keys/${id}`)).status, 204);
      for (const [each, method, path] of [
        [one, 'POST', '/verifications'],
        [query, 'GET', '/engine'],
      ] as const) {
        const refused = await call(each, method, path, method === 'POST' ? TEXT : undefined, secret);
        assert.equal(refused.body.error.code, 'key_revoked');
      }
    },
  );

  over('a session that one process has started is known on every process at once, and so is its end', async () => {
    const [one, two, query] = await Promise.all([start('command-api'), start('command-api'), start('query-api')]);
    const signIn = async () => {
      const answer = await one.app.inject({
        method: 'POST',
        url: '/session/api-key',
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: { api_key: KEY },
      });
      assert.equal(answer.statusCode, 201);
      const cookie = String(answer.headers['set-cookie']).split(';', 1)[0]!;
      return { ...answer.json<{ id: string; csrf_token: string }>(), cookie };
    };
    const asIn = async (
      { cookie, csrf_token }: Awaited<ReturnType<typeof signIn>>,
      service: Service,
      method: 'GET' | 'DELETE',
      url: string,
    ) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-csrf-token': csrf_token };
      return (await service.app.inject({ method, url, headers })).statusCode;
    };
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    for (const session of [first, second, third]) {
      assert.equal(await asIn(session, query, 'GET', '/session'), 200);
    }
    assert.equal(await asIn(second, two, 'DELETE', `/v1/sessions/${first.id}`), 204);
    assert.equal(await asIn(first, query, 'GET', '/v1/engine'), 401);
    assert.equal(await asIn(first, one, 'DELETE', `/v1/sessions/${second.id}`), 401);
    assert.equal(await asIn(second, two, 'DELETE', '/v1/sessions'), 204);
    for (const session of [second, third]) assert.equal(await asIn(session, query, 'GET', '/v1/engine'), 401);
    const later = await signIn();
    assert.equal(await asIn(later, query, 'GET', '/v1/engine'), 200);
  });

  over('processes that start for the first time at once make one organization with one key', async () => {
    const services = await Promise.all([1, 2, 3, 4].map(() => start('command-api')));
    assert.equal(new Set(services.map((service) => service.bootstrap.organization_id)).size, 1);
    const [service] = services;
    const organization = await stores.events.readStream(ORGANIZATION.stream(service!.bootstrap.organization_id));
    const secret = describeSecret(KEY, service!.secrets.pepper).secret_hash;
    const keyId = await stores.operations.uniqueValues.owner('api-key-secret', secret);
    const events = [...organization, ...(await stores.events.readStream(API_KEY.stream(keyId!)))];
    assert.deepEqual(
      events.map((event) => event.type.split('.')[0]),
      ['OrganizationCreated', 'MemberAdded', 'KeyIssued'],
    );
    for (const service of services) assert.equal((await call(service, 'POST', '/api-keys', {})).status, 422);
  });

  over('projectors that stop are followed by others', async () => {
    const command = await start('command-api');
    await start('pipeline');
    const first = await start('projectors');
    await start('projectors');
    const shows = catchUpOfCheckpoints(
      stores.views,
      VERIFICATION_PROJECTIONS.map(({ view }) => view),
    );
    await call(command, 'POST', '/verifications', TEXT);
    assert.ok(await shows(await stores.events.head(), PATIENCE_MS));

    await first.close();
    await call(command, 'POST', '/verifications', TEXT);
    assert.ok(await shows(await stores.events.head(), PATIENCE_MS));
  });

  over('every process says how it is, whatever it does', async () => {
    for (const role of SERVICE_ROLES) {
      const { app } = await start(role);
      assert.equal((await app.inject('/healthz')).statusCode, 200, role);
      const ready = await app.inject('/readyz');
      assert.deepEqual(ready.json(), { status: 'ready', checks: { stores: 'ok', library: 'ok', storage: 'ok' } }, role);
      assert.match((await app.inject('/metrics')).body, /process_cpu_seconds_total/, role);
    }
  });
}
