/**
 * The published description against the service as a process: every operation with drawn requests. No answer is an
 * internal error, none is missing, and each is one that the description declares.
 *
 * `FUZZ_REQUESTS` requests are sent (`npm run test:fuzz`: 20,000, with another seed each time). A failing request is
 * shown as small as it still fails, with the seed; `FC_SEED=<seed>` draws the same again. `FUZZ_SHOW=1` lists which
 * statuses each operation has answered.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PROVIDERS } from '#contracts/vocabulary.ts';
import { createAnswerCheck } from '#test/support/fuzz/answers.ts';
import { type Description, operationsOf } from '#test/support/fuzz/description.ts';
import { requestsOf } from '#test/support/fuzz/request.ts';
import { createWorld, type World, withoutSecrets } from '#test/support/fuzz/world.ts';
import fc from '#test/support/property.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
/** Then it stops, with as many as it has sent. */
const LONGEST_MS = 15 * 60_000;
/** Nothing listens there: calls of providers fail at once, and none leaves this machine. */
const NOWHERE = 'http://127.0.0.1:9';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ServiceProcess;
let description: Description;
let world: World;

before(async () => {
  folder = await temporaryFolder();
  service = await startService(folder.path, {
    EVIDENCE_PROVIDER_URLS: JSON.stringify(Object.fromEntries(PROVIDERS.map((provider) => [provider, NOWHERE]))),
    EVIDENCE_ALLOW_HOSTS: new URL(NOWHERE).host,
  });
  description = (await succeeded(service.request('GET', '/v1/openapi.json', { key: null }))).body;
  world = await createWorld(service.url, service.key);
});
after(async () => {
  world?.close();
  assert.equal(await service.stop(), 0);
  await folder.remove();
});

test('every operation answers drawn requests as the description says', async (context) => {
  const operations = operationsOf(description);
  const check = createAnswerCheck(description);
  const ownSeed = process.env.FUZZ_REQUESTS !== undefined && process.env.FC_SEED === undefined;
  const seed = ownSeed ? Date.now() % 2 ** 31 : fc.readConfigureGlobal().seed;
  const statuses = new Map<string, Map<number, number>>();

  const requests = fc.oneof(...operations.map((operation) => requestsOf(operation, description)));
  const property = fc.asyncProperty(requests, async (drawn) => {
    const operation = operations.find(({ operationId }) => operationId === drawn.operationId)!;
    const answer = await world.call(operation, drawn).catch((error: Error) => {
      throw new Error(`${error.message}: ${world.lastRequest()}`);
    });
    const of = statuses.get(drawn.operationId) ?? new Map();
    statuses.set(drawn.operationId, of.set(answer.status, (of.get(answer.status) ?? 0) + 1));
    try {
      check(operation, answer);
    } catch (error) {
      const shown = withoutSecrets(answer.text).slice(0, 1_000);
      throw new Error(`${(error as Error).message}\n${world.lastRequest()}\n${answer.status} ${shown}`);
    }
  });
  const details = await fc.check(property, { seed, numRuns: REQUESTS, interruptAfterTimeLimit: LONGEST_MS });
  context.diagnostic(`seed ${seed}: ${details.numRuns} requests`);
  if (process.env.FUZZ_SHOW) for (const [id, of] of statuses) context.diagnostic(`${id} ${JSON.stringify([...of])}`);
  if (details.failed) throw new Error(`${fc.defaultReportMessage(details)}\n${details.errorInstance}`);
  const succeededOf = ({ operationId }: { operationId: string }) =>
    [...(statuses.get(operationId) ?? [])].some(([status]) => status < 300);
  const never = operations.filter((operation) => !succeededOf(operation)).map(({ operationId }) => operationId);
  assert.deepEqual(never, [], 'operations of which no call succeeded: what lies behind was not reached');
});

test('an answer that the description does not declare is noticed', () => {
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

test('the service is well after all that, and has logged no error', async () => {
  assert.equal((await service.request('GET', '/readyz', { key: null })).status, 200);
  const verified = await service.request('POST', '/v1/verifications', { body: { content: 'Iron is a metal.' } });
  assert.equal(verified.status, 201);
  assert.deepEqual(
    service.logs.filter(({ level }) => level === 'error' || level === 'fatal'),
    [],
  );
});
