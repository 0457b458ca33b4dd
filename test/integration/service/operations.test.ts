/** Calls every operation, with the real engine, and compares its response with its description. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import { SessionRecord } from '#contracts/http/session.ts';
import { ended, submit } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';
import { strict } from '#test/support/service/strict.ts';
import { openBrowser } from '#test/support/workbench.ts';

const LIBRARY = join(import.meta.dirname, '../../../examples/library');

let service: TestService;
/** Operations whose successful answer was checked. */
const checked = new Set<string>();

before(async () => {
  service = await openTestService({ realEngine: true, libraryDirectory: LIBRARY });
  await eventually('the library', async () => (await service.call('GET', '//readyz', { key: null })).status === 200);
});
after(() => service.close());

/** Calls an operation by its id, expects its success, and holds the answer against its description. */
async function succeed(operationId: string, ids: Record<string, string> = {}, body?: object): Promise<Answer> {
  const { method, path, success } = OPERATIONS.find((operation) => operation.operationId === operationId)!;
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(`no ${name}`));
  const answer = await service.call(method, url + (ids.query ?? ''), body === undefined ? {} : { body });
  assert.equal(answer.status, success.status, answer.text);
  if (success.body === undefined) assert.equal(answer.text, '');
  else {
    const parsed = strict(success.body).safeParse(answer.body);
    assert.ok(parsed.success, `${operationId}: ${parsed.error?.message}`);
    assertIds(answer.body);
  }
  checked.add(operationId);
  return answer;
}

/** Every id is at most 40 characters long. */
function assertIds(value: unknown, name = ''): void {
  if (Array.isArray(value)) for (const item of value) assertIds(item, name);
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) assertIds(inner, key);
  } else if (/(^|_)id$/.test(name) && value !== null) {
    assert.match(String(value), /^[a-z]+_[0-9a-f]{32}$|^(?:pipeline\/)?[a-z0-9_-]{1,40}$/, name);
  }
}

const verify = async (body: object) => (await succeed('createVerification', {}, body)).body.result;

interface Located {
  original_span: string;
  location: { start: number; end: number };
}

function assertLocated(content: string, claims: readonly Located[]): void {
  const points = [...content];
  for (const { original_span, location } of claims) {
    assert.equal(points.slice(location.start, location.end).join(''), original_span);
  }
}

test('every operation responds as described', async () => {
  const { organization_id } = service;
  const verification = await verify({ content: 'The Pyramids stand in Egypt. Pigs may fly. Iron is a metal.' });
  const verification_id = verification.id;
  const claim_id = verification.claims[0].id;
  await succeed('verifyClaim', {}, { claim: 'Iron is a metal.' });
  await succeed(
    'createBatch',
    {},
    { items: [{ content: 'Iron is a metal.' }, { content: ' ', source_set_id: 'srs_x' }] },
  );
  const messages = [{ role: 'user', content: 'How many turbines does the station have?' }];
  await succeed('createChatCompletion', {}, { model: 'evidence-extractive-1', messages });
  await succeed(
    'createReview',
    { verification_id },
    {
      claim_id,
      action: 'assign',
      explanation: 'Please look at it',
      assigned_to_user_id: service.user_id,
      due_at: '2027-01-01',
    },
  );
  const read = await succeed('getVerification', { verification_id });
  assert.equal(read.body.result.claims[0].human_review.action, 'assign');
  read.body.result.claims[0].human_review = null;
  assert.deepEqual(read.body.result, verification);
  const exported = await succeed('exportVerification', { verification_id, query: '?format=json' });
  assert.equal(exported.text, read.text);
  await succeed('listReviews', { query: '?status_filter=all' });

  for (const id of ['listBasePolicies', 'listModels', 'getEngine', 'listOrganizations']) await succeed(id);
  await succeed('estimateUsage', { query: '?characters=10001' });
  const policy = { name: 'house', version: '1.0', base_profile: 'medical_clinical', coverage_threshold: 0.7 };
  const { id: policy_id } = (await succeed('createPolicy', { organization_id }, policy)).body;
  await succeed('listPolicies', { organization_id });
  await succeed('deactivatePolicy', { organization_id, policy_id });

  const { id: key_id } = (await succeed('createApiKey', {}, { name: 'k', monthly_cost_limit_cents: 100 })).body;
  await succeed('rotateApiKey', { key_id });
  await succeed('revokeApiKey', { key_id });
  const made = (await succeed('createOrganization', {}, { name: 'New one' })).body;
  const acting = await service.call('GET', '/organizations', { key: made.api_key.secret });
  assert.deepEqual(
    acting.body.data.map(({ id }: { id: string }) => id),
    [made.id],
  );
  await succeed('changeSettings', { organization_id }, { retention_hours: 720 });
  await succeed('inviteMember', { organization_id }, { email: 'ada@example.org' });
  await succeed('listMembers', { organization_id });
  const { id: project_id } = (await succeed('createProject', { organization_id }, { name: 'Press' })).body;
  await succeed('createApiKey', {}, { name: 'k', project_id });

  const { id: source_set_id } = (await succeed('createSourceSet', { organization_id }, { name: 'Set' })).body;
  const resource = { url: 'https://203.0.114.7/page', label: 'Page' };
  const added = await succeed('addSourceResource', { organization_id, source_set_id }, resource);
  await succeed('listSourceSets', { organization_id });
  await succeed('disableSourceResource', { organization_id, source_set_id, resource_id: added.body.id });

  await succeedWithDocuments();

  const browser = openBrowser(service);
  await browser.signIn('api-key', { api_key: service.key });
  assert.ok(strict(SessionRecord).safeParse(browser.session).success);
  await succeed('revokeSession', { session_id: browser.session.id });
  await succeed('revokeSessions');

  const connection = { provider: 'brave', credential: 'a key of the provider' };
  const { id: connection_id } = (await succeed('connectProvider', { organization_id }, connection)).body;
  await succeed('rotateProviderCredential', { organization_id, connection_id }, { credential: 'another key' });
  await succeed('listProviderConnections', { organization_id });
  await succeed('disconnectProvider', { organization_id, connection_id });

  await succeed('getUsage', { organization_id, query: '?days=365' });
  await succeed('listAuditEvents', { organization_id, query: '?limit=500' });
  await succeed('startCheckout', {}, { plan: 'developer' }).then(async ({ body }) => {
    const { pathname, search } = new URL(body.url);
    await service.call('POST', `/${pathname}${search}`, { key: null });
  });
  await succeed('openBillingPortal');
  const { id: webhook_id } = (await succeed('createWebhook', {}, { url: 'https://203.0.114.7/hook' })).body;
  await succeed('deleteWebhook', { webhook_id });

  const uncalled = OPERATIONS.map(({ operationId }) => operationId).filter((id) => !checked.has(id));
  assert.deepEqual({ uncalled }, { uncalled: [] });
});

/** The operations on documents; one job is verified, the other one is cancelled and tried again. */
async function succeedWithDocuments(): Promise<void> {
  const { success } = OPERATIONS.find(({ operationId }) => operationId === 'submitDocument')!;
  const receipt = await submit(service, { name: 'a.txt', content: 'Iron is a metal.' });
  assert.equal(receipt.status, success.status);
  assert.ok(strict(success.body!).safeParse(receipt.body).success);
  checked.add('submitDocument');
  const { job_id } = receipt.body;
  const { artifacts } = (await ended(service, job_id)).body;
  const artifact_id = artifacts.find(({ kind }: { kind: string }) => kind === 'result_json').id;
  const { result } = (await succeed('getDocument', { job_id })).body;
  assert.deepEqual((await succeed('getDocumentArtifact', { job_id, artifact_id })).body, result);
  const empty = await submit(service, { name: 'empty.txt', content: ' ' });
  await ended(service, empty.body.job_id);
  await succeed('retryDocument', { job_id: empty.body.job_id });
  const third = await submit(service, { name: 'b.txt', content: 'Gold is a metal.' });
  await succeed('cancelDocument', { job_id: third.body.job_id });
}

test('claim locations are code points, whatever the text contains', async () => {
  for (const content of [
    '👩‍🔬 Marie Curie won two Nobel Prizes. 🎉 She was born in Warsaw in 1867.',
    'Rome is in Italy.\r\n\r\nParis is in France.\r\nMadrid is in Spain.',
    'שלום! The Dead Sea is 430 metres below sea level. العربية Cairo is the capital of Egypt.',
    'e\u0301te\u0301: Lyon lies on the Rhône. \u{1F1EB}\u{1F1F7} France has 68 million inhabitants.',
    '- Oslo is the capital of Norway\n- Bergen is larger than Oslo\n\n| City | Country |\n|---|---|\n| Turku | Finland |\n',
    '\u{feff}Iron is a metal.\u2028Gold is a metal.\u0000 Lead is a metal.',
  ]) {
    const { claims } = await verify({ content });
    assert.ok(claims.length > 0, content);
    assertLocated(content, claims);
  }
});

test('the embedded model answers with a sentence of the library, or that it found none', async () => {
  const ask = async (content: string) => {
    const body = { model: 'evidence-extractive-1', messages: [{ role: 'user', content }] };
    const { choices, verification } = (await succeed('createChatCompletion', {}, body)).body;
    return { text: choices[0].message.content, verification };
  };
  const found = await ask('How many turbines does the Velmar Tidal Power Station have?');
  assert.equal(found.text, 'The station has 18 turbines.');
  const [claim] = found.verification.claims;
  assert.equal(claim.verdict, 'supported');
  assert.equal([...found.text].slice(claim.start, claim.end).join(''), claim.text);
  assert.match(claim.sources[0].url, /^urn:evidence:library:/);
  const none = await ask('What is the capital of France?');
  assert.equal(none.text, 'I did not find a sentence in my sources that answers this.');
  assert.deepEqual(none.verification.counts, {
    supported: 0,
    contradicted: 0,
    disputed: 0,
    unverifiable: 0,
    not_checkable: 1,
  });
});

test('evidence from the library is quoted and cited', async () => {
  const { claims } = await verify({ content: 'The Norrland station has a fish ladder. It was built by the moon.' });
  for (const claim of claims) {
    for (const item of [...claim.supporting_evidence, ...claim.opposing_evidence, ...claim.contextual_evidence]) {
      assert.match(item.canonical_url, /^urn:evidence:library:/);
      assert.ok(item.passage.length > 0);
    }
  }
});

test('POST, replay and GET of a text with many claims are the same', async () => {
  const content = Array.from({ length: 60 }, (_, i) => `Station ${i + 1} was built in ${1900 + i}.`).join(' ');
  const headers = { 'idempotency-key': 'many-claims' };
  const post = () => service.call('POST', '/verifications', { body: { content }, headers });
  const posted = await post();
  assert.equal(posted.status, 201);
  assert.equal(posted.headers['content-type'], 'application/json; charset=utf-8');
  const { claims, id } = posted.body.result;
  assert.ok(claims.length > 50, `${claims.length} claims`);
  assertLocated(content, claims);
  const repeated = await post();
  assert.equal(repeated.headers['idempotency-replayed'], 'true');
  assert.equal(repeated.text, posted.text);
  const read = await service.call('GET', `/verifications/${id}`);
  assert.equal(read.text, posted.text);

  const unkept = await service.call('POST', '/verifications', { body: { content, zero_retention: true } });
  assert.equal(unkept.body.result.claims.length, claims.length);
});

test('text without content has no claims, and says so', async () => {
  for (const content of [' ', '\n\t\r\n', '\u3000\u2003', '…', '🎉🎉🎉']) {
    const result = await verify({ content });
    assert.deepEqual(result.claims, [], JSON.stringify(content));
    assert.equal(result.coverage.status, 'qualified');
    assert.notDeepEqual(result.limitations, []);
    assert.deepEqual(Object.values(result.counts), [0, 0, 0, 0, 0]);
  }
});

test('a direct claim is verified unchanged, as a single claim', async () => {
  for (const claim of [
    'Iron is a metal. Gold is one, too.',
    'I love tea',
    '???',
    ' leading and trailing blanks ',
    '🎉',
    '# heading\n\n- item',
    '42',
    ' ',
    '\n\t\u00a0',
  ]) {
    const { result } = (await succeed('verifyClaim', {}, { claim })).body;
    assert.equal(result.claims.length, 1, claim);
    assertLocated(claim, result.claims);
  }
  for (const claim of ['Is tea healthy?', ' ', '\n\t\u00a0']) {
    const { claims } = (await succeed('verifyClaim', {}, { claim })).body.result;
    assert.equal(claims[0].verdict, 'not_checkable', claim);
  }
});

test('the question is context, not a claim', async () => {
  const content = 'He was born in Ulm.';
  const question = 'Where was Albert Einstein born? Everybody knows that Bern is in Switzerland.';
  const { claims } = await verify({ content, question });
  assert.equal(claims.length, 1);
  assert.ok(!JSON.stringify(claims).includes('Switzerland'));
  assertLocated(content, claims);
});

test('a text in another language is not judged as if it were English', async () => {
  const { claims, limitations, risk } = await verify({
    content: 'Der Eiffelturm steht in Berlin. Er wurde im Jahr 1889 gebaut und ist etwa 330 Meter hoch.',
  });
  for (const { verdict } of claims) assert.ok(['unverifiable', 'not_checkable'].includes(verdict), verdict);
  assert.match(limitations.join(' '), /English|language/i);
  assert.ok(risk.score >= 0);
});

test('twenty texts in one batch, in their order', async () => {
  const items = Array.from({ length: 20 }, (_, n) => ({ content: `Number ${n} is a number.`, mode: 'fast' }));
  const { body } = await succeed('createBatch', {}, { items });
  assert.deepEqual(body.counts, { total: 20, completed: 20, failed: 0 });
  body.items.forEach((item: { index: number; result: { claims: Located[] } }, n: number) => {
    assert.equal(item.index, n);
    assert.ok(item.result.claims[0]!.original_span.includes(`Number ${n} `));
  });
});

test('lists are newest first', async () => {
  const { organization_id } = service;
  const names = ['first', 'second', 'third'];
  for (const name of names) {
    await succeed('createSourceSet', { organization_id }, { name });
    await succeed('createPolicy', { organization_id }, { name, version: '1', base_profile: 'general_web' });
  }
  for (const list of ['listSourceSets', 'listPolicies']) {
    await eventuallyShown(service, 'the lists', async () => {
      const { data } = (await succeed(list, { organization_id })).body;
      const shown = data.map(({ name }: { name: string }) => name).slice(0, 3);
      return shown.join() === names.toReversed().join();
    });
  }
});

test("the body has the caller's request id, and a read keeps it", async () => {
  const headers = { 'x-request-id': 'trace-of-mine' };
  const made = await service.call('POST', '/verifications', { body: { content: 'Iron is a metal.' }, headers });
  assert.equal(made.headers['x-request-id'], 'trace-of-mine');
  assert.equal(made.body.request_id, 'trace-of-mine');
  assert.equal(made.body.result.request_id, 'trace-of-mine');
  const read = await service.call('GET', `/verifications/${made.body.result.id}`);
  assert.equal(read.body.request_id, 'trace-of-mine');
  assert.notEqual(read.headers['x-request-id'], 'trace-of-mine');
});
