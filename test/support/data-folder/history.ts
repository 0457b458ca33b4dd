/** Fills a data folder before it is kept: with as many kinds of stored events as the API can easily create. */
import { createOperations, type Operations } from '#apps/control/operations.ts';
import { executeOnJob } from '#streams/document-jobs.ts';
import { ended, submit } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import type { CallOptions, Tenant, TestService } from '#test/support/service/open.ts';
import { useCasesOf } from '#test/support/service/use-cases.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { METADATA } from '#test/support/verification-history.ts';
import { joinAs, openBrowser, PASSWORD } from '#test/support/workbench.ts';
import type { Kept } from './kept.ts';
import { CONTRADICTED, MODEL, type OutsideServers, REMOVED, REWORDED, SUPPORTED } from './outside-servers.ts';

/** The longest possible retention. */
const LONG = { retention_hours: 720 };
const SHORT = { retention_hours: 1 };
const EMAIL = 'ada@example.org';
const REPEATED = { idempotency_key: 'kept-1', content: 'Iron is a metal.' };

/** Ids of what can be read later. */
export interface History {
  verifications: string[];
  documents: string[];
  paths: string[];
}

type Post = (path: string, body?: object, options?: CallOptions) => Promise<{ [field: string]: string }>;

/** Sends a POST that must be accepted; returns the response's body. */
const postOf =
  (service: TestService, key = service.key) =>
  async (path: string, body?: object, options: CallOptions = {}) =>
    (await succeeded(service.call('POST', path, { key, ...(body && { body }), ...options }))).body;

/** Everything that a working service does. Needs the real engine. */
export async function work(service: TestService, around: OutsideServers): Promise<History> {
  const post = postOf(service);
  const base = `/organizations/${service.organization_id}`;
  const operations = createOperations(service.service, () => {});
  await operations.addLibrary({ folder: around.library, prune: false });
  await succeeded(
    service.call('PATCH', `${base}/settings`, { body: { retention_hours: 720, monthly_cost_limit_cents: 100_000 } }),
  );
  await removeOne(operations);
  await webhooks(service, post, around);
  const sets = await sourcesAndPolicies(service, post, around);

  const verify = async (body: object) => (await post('/verifications', { ...LONG, ...body })).result;
  const first = await verify({ content: `${SUPPORTED} ${CONTRADICTED} Dr. Øystein Ødegård sailed 3 boats.` });
  const set = await verify({ content: SUPPORTED, source_set_id: sets.used, profile: 'internal_enterprise' });
  const claim = (await post('/claims/verify', { claim: CONTRADICTED, ...LONG })).result;
  const batch = await post('/batches', {
    items: [
      { content: SUPPORTED, ...LONG },
      { content: 'Iron rusts.', ...LONG },
    ],
  });
  const model = await verify({ content: REWORDED });
  const { verification_id: given } = await useCasesOf(service, service).begin({
    ...LONG,
    content: 'The ferry to Odderøya has 31 cabins.',
    sources: [{ title: 'Ferries', text: 'The ferry to Odderøya has 31 cabins and two decks.' }],
  });
  await result(service, given);
  await verify({ content: 'Nobody keeps this.', zero_retention: true });
  const expired = await verify({ content: 'This is kept for an hour.', ...SHORT });
  service.advance(60_000);
  await reviews(service, post, first);

  const kept = await submit(
    service,
    { name: 'a.md', content: `# Bridges\n\n${SUPPORTED}\n` },
    { retention_hours: '720' },
  );
  const short = await submit(service, { name: 'b.txt', content: SUPPORTED }, { retention_hours: '1' });
  const empty = await submit(service, { name: 'c.txt', content: ' \n ' }, { retention_hours: '720' });
  const documents = [kept, short, empty].map(({ body }) => String(body.job_id));
  for (const job of documents) await ended(service, job);

  await keys(service, post);
  await refusals(service, await service.newTenant());
  await people(service, post);
  await connections(service, await service.newTenant());
  await plan(service, post);
  const items = batch.items as { result: { id: string } }[];
  return {
    verifications: [
      ...[first, set, claim, ...items.map(({ result }) => result), model, expired].map(({ id }) => id),
      given,
    ],
    documents,
    paths: [
      '/reviews?status_filter=all',
      '/organizations',
      ...['members', 'policies', 'source-sets', 'provider-connections', 'usage'].map((name) => `${base}/${name}`),
    ],
  };
}

async function removeOne(operations: Operations): Promise<void> {
  const { data } = await operations.listLibrary({ after: '', limit: 10 });
  await operations.removeFromLibrary({ paths: [data.find(({ path }) => path.endsWith(REMOVED))!.path] });
}

async function webhooks(service: TestService, post: Post, { hook, goneHook }: OutsideServers): Promise<void> {
  await post('/webhooks', { url: hook });
  await post('/webhooks', { url: goneHook });
  const { id } = await post('/webhooks', { url: `${hook}?deleted` });
  await succeeded(service.call('DELETE', `/webhooks/${id}`));
}

async function sourcesAndPolicies(
  service: TestService,
  post: Post,
  { page }: OutsideServers,
): Promise<{ used: string }> {
  const base = `/organizations/${service.organization_id}`;
  const { id: used } = await post(`${base}/source-sets`, { name: 'Register' });
  await post(`${base}/source-sets/${used}/resources`, { url: page, label: 'Bridge register' });
  const { id: resource } = await post(`${base}/source-sets/${used}/resources`, { url: `${page}?old`, label: 'Old' });
  await succeeded(service.call('DELETE', `${base}/source-sets/${used}/resources/${resource}`));
  await post(`${base}/policies`, { name: 'house', version: '1', base_profile: 'general_web' });
  const { id: policy } = await post(`${base}/policies`, { name: 'old', version: '1', base_profile: 'general_web' });
  await succeeded(service.call('DELETE', `${base}/policies/${policy}`));
  return { used: used! };
}

async function reviews(service: TestService, post: Post, reviewed: { id: string; claims: { id: string }[] }) {
  const [first, second] = reviewed.claims.map(({ id }) => id);
  const review = (claim_id: string | undefined, action: string, more: object = {}) =>
    post(`/verifications/${reviewed.id}/reviews`, { claim_id, action, explanation: `to ${action}: ønsket`, ...more });
  await review(first, 'assign', { assigned_to_user_id: service.user_id, due_at: '2027-01-01T12:00:00Z' });
  await review(first, 'accept');
  await review(second, 'request_evidence');
}

async function keys(service: TestService, post: Post): Promise<void> {
  const { id: rotated } = await post('/api-keys', { name: 'rotated' });
  await post(`/api-keys/${rotated}/rotate`);
  const { id: revoked } = await post('/api-keys', { name: 'revoked' });
  await succeeded(service.call('DELETE', `/api-keys/${revoked}`));
}

/** As many refusals as are recorded for a key in a minute. */
async function refusals(service: TestService, { key }: Tenant): Promise<void> {
  for (let n = 0; n < 60; n++) await service.call('DELETE', '/api-keys/key_none', { key });
}

async function people(service: TestService, post: Post): Promise<void> {
  await post('/organizations', { name: 'Second organization' });
  await post(`/organizations/${service.organization_id}/projects`, { name: 'Press' });
  await post(`/organizations/${service.organization_id}/members`, { email: 'invited@example.org' });
  const ada = await joinAs(service, service, { email: EMAIL, role: 'developer' });
  await succeeded(ada.changePassword(PASSWORD, 'a password of its own time'));
  const gone = await joinAs(service, service, { email: 'gone@example.org', role: 'viewer' });
  await succeeded(gone.call('POST', '//session/erasure', { body: { password: PASSWORD } }));
  const owner = openBrowser(service);
  await succeeded(owner.signIn('api-key', { api_key: service.key }));
  const reset = await succeeded(
    owner.call('POST', '//session/reset-token', { body: { user_id: ada.session.user_id } }),
  );
  await succeeded(ada.signIn('reset', { token: reset.body.token, password: PASSWORD }));
  await succeeded(ada.call('DELETE', '//session'));
  const credentials = { organization_id: service.organization_id, email: EMAIL, password: PASSWORD };
  const again = openBrowser(service);
  await succeeded(again.signIn('password', credentials));
  await succeeded(again.call('DELETE', '/sessions'));
}

/** Connections of another organization, so that no verification uses these providers. */
async function connections(service: TestService, tenant: Tenant): Promise<void> {
  const post = postOf(service, tenant.key);
  const base = `/organizations/${tenant.organization_id}/provider-connections`;
  const connect = (provider: string) => post(base, { provider, credential: `a key of ${provider}` });
  const { id } = await connect('exa');
  await post(`${base}/${id}/rotate`, { credential: 'another key' });
  const { id: disconnected } = await connect('mistral');
  await succeeded(service.call('DELETE', `${base}/${disconnected}`, { key: tenant.key }));
}

/** A paid checkout at the local provider. */
async function plan(service: TestService, post: Post): Promise<void> {
  const { url } = await post('/billing/checkout', {});
  const { pathname, search } = new URL(url!);
  const pressed = await service.call('POST', `/${pathname}${search}`, { key: null });
  if (pressed.status !== 303) throw new Error(`the checkout answered ${pressed.status}`);
  await post('/verifications', { content: 'This is charged.', ...LONG });
}

/** Failures of all kinds. Needs the controlled engine. */
export async function trouble(service: TestService): Promise<History> {
  const operations = createOperations(service.service, () => {});
  const fail = (content: string) => service.call('POST', '/verifications', { body: { content, ...LONG } });
  service.engine.failWith = 'engine_error';
  await fail('This is tried again.');
  const { data } = await operations.listDeadLetters({});
  service.engine.failWith = null;
  await operations.retryDeadLetters({ verification_ids: null });
  const restarted = data[0]!.verification_id;
  await result(service, restarted);
  service.advance(60_000);
  service.engine.failWith = 'engine_error';
  await fail('This stays failed.');
  service.engine.failWith = null;
  const failed = (await operations.listDeadLetters({})).data[0]!.verification_id;

  const next = await service.watchNext();
  const release = service.engine.hold();
  const { body } = await submit(service, { name: 'd.txt', content: SUPPORTED }, { retention_hours: '720' });
  await next.atWork;
  await succeeded(service.call('POST', `/documents/${body.job_id}/cancel`));
  release();
  await ended(service, body.job_id);
  await succeeded(service.call('POST', `/documents/${body.job_id}/retry`));
  await ended(service, body.job_id);
  await discardUpload(service);
  const cancelled = await cancel(service);
  return { verifications: [restarted, failed, cancelled], documents: [body.job_id], paths: [] };
}

/** Waits for the result of a verification. */
async function result(service: TestService, id: string): Promise<void> {
  await eventually('its result', async () => (await service.call('GET', `/verifications/${id}`)).status === 200);
}

/** A text that is cancelled while it is at work. Returns its id. */
async function cancel(service: TestService): Promise<string> {
  const useCases = useCasesOf(service, service);
  const next = await service.watchNext();
  const release = service.engine.hold();
  const { verification_id } = await useCases.begin({ ...LONG, content: 'This is cancelled.' });
  await next.atWork;
  await useCases.cancel(verification_id);
  release();
  return verification_id;
}

/** A discarded file, without creating the 64 newer documents that would cause it. */
async function discardUpload(service: TestService): Promise<void> {
  const { secret } = await service.issue({ monthly_cost_limit_cents: 3 });
  const long = { name: 'e.txt', content: 'Iron is a metal. '.repeat(1_200) };
  const { body } = await submit(service, long, { retention_hours: '720' }, { key: secret });
  await ended(service, body.job_id);
  const discarded_at = new Date(service.now()).toISOString();
  await executeOnJob(service.service.stores.events, body.job_id, { type: 'DiscardUpload', discarded_at }, METADATA);
}

/** Entries that are kept for a day only: the response to an idempotency key, and the text of a completion. */
export async function lastly(
  service: TestService,
): Promise<Pick<Kept, 'repeated' | 'member'> & { completion: string }> {
  const post = postOf(service);
  const { idempotency_key, content } = REPEATED;
  const headers = { 'idempotency-key': idempotency_key };
  const { text } = await succeeded(service.call('POST', '/verifications', { body: { content, ...LONG }, headers }));
  const asked = { model: MODEL, messages: [{ role: 'user', content: 'Which ferry?' }] };
  const { verification } = await post('/chat/completions', asked);
  const member = { organization_id: service.organization_id, email: EMAIL, password: PASSWORD };
  return { repeated: { ...REPEATED, text }, member, completion: verification.verification_id };
}

/** The paths of everything that the document job has created. */
export async function artifactsOf(service: TestService, jobId: string): Promise<string[]> {
  const { body } = await succeeded(service.call('GET', `/documents/${jobId}`));
  return body.artifacts.map(({ id }: { id: string }) => `/documents/${jobId}/artifacts/${id}`);
}
