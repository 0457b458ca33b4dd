/**
 * The published description against the service as a process: every operation with drawn requests, several at once. No
 * answer is an internal error, none is missing, and each is one that the description declares.
 *
 * `FUZZ_REQUESTS` requests are sent (`npm run test:fuzz`: 20,000, with another seed each time, and it shows what each
 * operation has answered). A failing request is shown as small as it still fails, with the seed; `FC_SEED=<seed>` draws
 * the same again.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAnswerCheck } from '#test/support/fuzz/answers.ts';
import { type Description, operationsOf } from '#test/support/fuzz/description.ts';
import { requestsOf } from '#test/support/fuzz/request.ts';
import { createTally } from '#test/support/fuzz/tally.ts';
import { type Client, createWorld, type World, withoutSecrets } from '#test/support/fuzz/world.ts';
import { NO_PROVIDERS } from '#test/support/no-providers.ts';
import fc from '#test/support/property.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
/** With so many, every operation must have succeeded. */
const ENOUGH_FOR_ALL = 10_000;
/** As many clients send at the same time, each one request after the other. */
const CLIENTS = 5;
const CALLS_OF_A_CLIENT = Math.ceil(REQUESTS / CLIENTS);
/** Those that are not sent by then are missing, and the test fails. */
const LONGEST_MS = 15 * 60_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ServiceProcess;
let description: Description;
let world: World;

before(async () => {
  folder = await temporaryFolder();
  service = await startService(folder.path, NO_PROVIDERS);
  description = (await succeeded(service.request('GET', '/v1/openapi.json', { key: null }))).body;
  world = await createWorld(service.url, service.key, CLIENTS, CALLS_OF_A_CLIENT);
});
after(async () => {
  world?.close();
  assert.equal(await service.stop(), 0);
  await folder.remove();
});

test('every operation responds to generated requests as described', async (context) => {
  const operations = operationsOf(description);
  const check = createAnswerCheck(description);
  const tally = createTally(operations);
  const ownSeed = process.env.FUZZ_REQUESTS !== undefined && process.env.FC_SEED === undefined;
  const seed = ownSeed ? Date.now() % 2 ** 31 : fc.readConfigureGlobal().seed!;

  const requests = fc.oneof(...operations.map((operation) => requestsOf(operation, description)));
  const propertyOf = (client: Client) =>
    fc.asyncProperty(requests, async (drawn) => {
      const operation = operations.find(({ operationId }) => operationId === drawn.operationId)!;
      const answer = await client.call(operation, drawn).catch((error: Error) => {
        throw new Error(`${error.message}: ${client.lastRequest()}`);
      });
      tally.count(operation, answer);
      try {
        check(operation, answer);
      } catch (error) {
        const shown = withoutSecrets(answer.text).slice(0, 1_000);
        throw new Error(`${(error as Error).message}\n${client.lastRequest()}\n${answer.status} ${shown}`);
      }
    });
  const runs = world.clients.map((client, place) =>
    fc.check(propertyOf(client), {
      seed: seed + place,
      numRuns: CALLS_OF_A_CLIENT,
      interruptAfterTimeLimit: LONGEST_MS,
    }),
  );
  const all = await Promise.all(runs);
  context.diagnostic(`seed ${seed}`);
  for (const line of tally.lines()) context.diagnostic(line);
  for (const details of all) {
    if (details.failed) throw new Error(`${fc.defaultReportMessage(details)}\n${details.errorInstance}`);
  }
  assert.ok(tally.total() >= REQUESTS, `only ${tally.total()} requests in ${LONGEST_MS / 60_000} minutes`);
  // Few requests reach what needs two fitting ids only by chance.
  if (REQUESTS < ENOUGH_FOR_ALL) return;
  assert.deepEqual(
    tally.neverSucceeded(),
    [],
    'operations of which no call succeeded: what lies behind was not reached',
  );
});

test('an undeclared response is detected', () => {
  const check = createAnswerCheck(description);
  const operation = operationsOf(description).find(({ operationId }) => operationId === 'openBillingPortal')!;
  const notices = (status: number, body: object | string, message: RegExp, more: Record<string, string> = {}) => {
    const headers = { 'x-request-id': 'req_1', 'content-type': 'application/json', ...more };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    assert.throws(() => check(operation, { status, headers, text }), { message });
  };
  const error = (code: string) => ({
    error: { code, message: 'm', type: 'invalid_request_error', param: null, request_id: 'req_1' },
  });
  check(operation, {
    status: 404,
    headers: { 'x-request-id': 'req_1', 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify(error('not_found')),
  });
  notices(500, error('internal_error'), /status 500/);
  notices(418, {}, /status 418 is not described/);
  notices(200, { id: 'x' }, /breaks its schema: .*url/);
  notices(200, { id: 'x', url: 5 }, /breaks its schema: .*url/);
  notices(404, error('already_exists'), /already_exists is not described/);
  notices(404, '<html>', /text\/html is not described/, { 'content-type': 'text/html' });
  notices(200, { id: 'x', url: 'y' }, /no X-Request-ID/, { 'x-request-id': '' });
});

test('the service still works afterwards, and has logged no error', async () => {
  assert.equal((await service.request('GET', '/readyz', { key: null })).status, 200);
  const verified = await service.request('POST', '/v1/verifications', { body: { content: 'Iron is a metal.' } });
  assert.equal(verified.status, 201);
  assert.deepEqual(
    service.logs.filter(({ level }) => level === 'error' || level === 'fatal'),
    [],
  );
});
