import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReviewList } from '#contracts/http/review.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { createQueryService, type QueryService } from '#test/support/query-service.ts';
import { createHistory } from '#test/support/verification-history.ts';

async function serviceWithItems(): Promise<{ service: QueryService; key: string }> {
  const service = await createQueryService();
  const history = createHistory({
    id: 'ver_1',
    claims: [
      { text: 'Opened by itself.', materiality: 'high', verdict: 'contradicted' },
      { text: 'Assigned.' },
      { text: 'Needs evidence.' },
      { text: 'Resolved.' },
      { text: 'Never looked at.' },
    ],
  }).run();
  history.review(1, 'assign', { assignee: 'usr_2', text: 'Yours.' });
  history.review(2, 'request_evidence');
  history.review(3, 'override', { decision: 'disputed', text: 'Two sources clash.' });
  await service.put(history);
  return { service, key: service.keyFor('org_1') };
}

async function texts(service: QueryService, key: string, query = ''): Promise<string[]> {
  const answer = await service.get(`/reviews${query}`, key);
  assert.equal(answer.statusCode, 200);
  return answer.json().data.map((item: { claim_text: string }) => item.claim_text);
}

test('filters: open is the default, newest first', async () => {
  const { service, key } = await serviceWithItems();
  assert.deepEqual(await texts(service, key), ['Needs evidence.', 'Assigned.', 'Opened by itself.']);
  assert.deepEqual(await texts(service, key, '?status_filter=open'), await texts(service, key));
  assert.deepEqual(await texts(service, key, '?status_filter=assigned'), ['Assigned.']);
  assert.deepEqual(await texts(service, key, '?status_filter=needs_evidence'), ['Needs evidence.']);
  assert.deepEqual(await texts(service, key, '?status_filter=resolved'), ['Resolved.']);
  assert.deepEqual(await texts(service, key, '?status_filter=all'), [
    'Resolved.',
    'Needs evidence.',
    'Assigned.',
    'Opened by itself.',
  ]);
});

test('an unknown filter is 422', async () => {
  const { service, key } = await serviceWithItems();
  const answer = await service.get('/reviews?status_filter=closed', key);
  assert.equal(answer.statusCode, 422);
  assert.deepEqual(answer.json().detail[0].loc, ['query', 'status_filter']);
});

test('an item carries verdict, decision and the words of the last review', async () => {
  const { service, key } = await serviceWithItems();
  const body = (await service.get('/reviews?status_filter=resolved', key)).json();
  assert.deepEqual(ReviewList.parse(body), body);
  assert.equal(body.has_more, false);
  assert.deepEqual(body.data[0], {
    id: body.data[0].claim_id,
    verification_id: 'ver_1',
    claim_id: body.data[0].claim_id,
    claim_text: 'Resolved.',
    verdict: 'supported',
    materiality: 'medium',
    human_review_status: 'overridden',
    state: 'resolved',
    decision: 'disputed',
    explanation: 'Two sources clash.',
    assigned_to_user_id: null,
    due_at: null,
    created_at: '2026-03-01T11:00:03.000Z',
    updated_at: '2026-03-01T11:00:03.000Z',
  });
});

test("another organization's items are not listed", async () => {
  const { service } = await serviceWithItems();
  assert.deepEqual(await texts(service, service.keyFor('org_2'), '?status_filter=all'), []);
});

test('items whose text has expired or was shredded are left out', async () => {
  const { service, key } = await serviceWithItems();
  service.now = '2026-03-02T10:00:00.000Z';
  assert.deepEqual(await texts(service, key), []);
  service.now = '2026-03-01T12:00:00.000Z';
  service.shred('ver_1');
  assert.deepEqual(await texts(service, key), []);
});

test('has_more is true beyond a thousand items', async () => {
  const { service, key } = await serviceWithItems();
  const find: ReadStore['find'] = async (view, options) => {
    const [first] = await service.views.find(view, { ...options, limit: 1 });
    return Array.from({ length: options.limit }, () => first!);
  };
  Object.assign(service.dependencies, { views: { ...service.views, find } });
  const { data, has_more } = (await service.get('/reviews', key)).json();
  assert.equal(data.length, 1_000);
  assert.equal(has_more, true);
});
