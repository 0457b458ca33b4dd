/** Pages of lists over the whole service: what was just done is listed, to its own organization only. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hasEnded } from '#domain/verification/ended.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';
import { auditPage } from '#query-api/pages/audit.ts';
import { claimsPage } from '#query-api/pages/claims.ts';
import { historyPage, progressAfter } from '#query-api/pages/history.ts';
import { apiKeysPage, documentJobsPage, sourceSetsPage, verificationsPage } from '#query-api/pages/lists.ts';
import type { Page } from '#query-api/pages/page.ts';
import { deliveriesPage, listWebhooks } from '#query-api/pages/webhooks.ts';
import { ended, submit } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { useCasesOf } from '#test/support/service/use-cases.ts';
import { succeeded } from '#test/support/succeeded.ts';

let service: TestService;
let other: Tenant;
let queries: QueryDependencies;
before(async () => {
  service = await openTestService({ realEngine: true });
  other = await service.newTenant();
  queries = service.service.queries!;
});
after(() => service.close());

const LIMIT = { limit: 1 };

/** Entries by pages of one, once there are so many: views are written a moment after the log. */
async function entries<Entry>(
  least: number,
  page: (organizationId: string, after: string | null) => Promise<Page<Entry>>,
): Promise<Entry[]> {
  let found: Entry[] = [];
  await eventually(`${least} entries`, async () => {
    found = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { data, next }: Page<Entry> = await page(service.organization_id, after ?? null);
      found.push(...data);
      after = next;
    }
    return found.length >= least;
  });
  return found;
}

test('verifications, their claims and their events are listed by pages', async () => {
  const { verification_id } = await useCasesOf(service, service).begin({ content: 'Iron rusts. Whales sing.' });
  await eventually('the end', async () =>
    hasEnded((await service.service.verifications.load(verification_id)).state.head),
  );
  const listed = await entries(1, (org, after) =>
    verificationsPage(queries, org, { ...LIMIT, after, status: 'completed' }),
  );
  assert.deepEqual(
    listed.map((listedOne) => listedOne.verification_id),
    [verification_id],
  );
  const claims = await entries(2, (org, after) => claimsPage(queries, org, verification_id, { ...LIMIT, after }));
  assert.deepEqual(
    claims.map(({ original_span }) => original_span),
    ['Iron rusts.', 'Whales sing.'],
  );
  const events = await entries(1, (org, after) => historyPage(queries, org, verification_id, { ...LIMIT, after }));
  assert.deepEqual([events[0]!.type, events.at(-1)!.type], ['VerificationRequested', 'VerificationCompleted']);
  const { revision } = events.at(-1)!;
  const past = await progressAfter(queries, service.organization_id, verification_id, revision - 1);
  assert.equal(past.status, 'judged');
  assert.deepEqual((await verificationsPage(queries, other.organization_id, { limit: 9 })).data, []);
});

test('keys, source sets, webhooks, jobs and audit records are listed by pages', async () => {
  const post = async (path: string, body: object) => (await succeeded(service.call('POST', path, { body }))).body;
  const { id: key, secret } = await post('/api-keys', { name: 'Press' });
  const keys = await entries(2, (org, after) => apiKeysPage(queries, org, { ...LIMIT, after, state: 'active' }));
  assert.equal(keys[0]!.key_id, key);
  assert.ok(!JSON.stringify(keys).includes(secret));

  const { id: set } = await post(`/organizations/${service.organization_id}/source-sets`, { name: 'Register' });
  const sets = await entries(1, (org, after) => sourceSetsPage(queries, org, { ...LIMIT, after }));
  assert.equal(sets[0]!.id, set);

  const { id: webhook } = await post('/webhooks', { url: 'https://hooks.example.org/told' });
  const [first] = await listWebhooks(queries, service.organization_id);
  assert.deepEqual([first!.webhook_id, first!.host, first!.state], [webhook, 'hooks.example.org', 'in_force']);
  assert.deepEqual(await listWebhooks(queries, other.organization_id), []);

  const { body } = await submit(service, { name: 'a.md', content: 'Iron is a metal.' });
  await ended(service, body.job_id);
  await entries(1, (org, after) => documentJobsPage(queries, org, { ...LIMIT, after, status: 'succeeded' }));
  const [job] = await entries(1, (org, after) => documentJobsPage(queries, org, { ...LIMIT, after }));
  assert.deepEqual([job!.status.job_id, job!.status.status], [body.job_id, 'succeeded']);

  const sent = await entries(1, (org, after) => deliveriesPage(queries, org, webhook, { ...LIMIT, after }));
  assert.deepEqual([sent[0]!.verification_id, sent[0]!.type], [job!.verification_id, 'verification.completed']);

  const records = await entries(3, (org, after) => auditPage(queries, org, { ...LIMIT, after }));
  assert.deepEqual(
    records.map(({ seq }) => seq),
    records.map((_, n) => records.length - n),
  );
});
