/** People's decisions on a claim are shown beside the engine's verdict, wherever the claim is shown. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

let service: TestService;
let verification_id: string;
let claim_id: string;
let verdict: string;

before(async () => {
  service = await openTestService();
  const { body } = await succeeded(
    service.call('POST', '/verifications', { body: { content: 'Water boils at a hundred degrees.' } }),
  );
  verification_id = body.result.id;
  [{ id: claim_id, verdict }] = body.result.claims;
  assert.equal(body.result.claims[0].human_review, null);
});
after(() => service.close());

const act = (action: string, more: object = {}) =>
  service.call('POST', `/verifications/${verification_id}/reviews`, {
    body: { claim_id, action, explanation: `to ${action}`, ...more },
  });
/** The claim as GET and the JSON export show it. */
async function shown() {
  const read = await succeeded(service.call('GET', `/verifications/${verification_id}`));
  const exported = await succeeded(service.call('GET', `/verifications/${verification_id}/export?format=json`));
  assert.deepEqual(exported.body, read.body);
  return read.body.result.claims[0];
}
/** Waits until the list shows the claim under the filter, since lists may lag. */
async function listed(filter: string, holds: (item: Record<string, unknown>) => boolean = () => true) {
  await eventuallyShown(service, `${filter} shows the claim`, async () => {
    const { body } = await succeeded(service.call('GET', `/reviews?status_filter=${filter}`));
    return body.data.some((item: Record<string, unknown>) => item.claim_id === claim_id && holds(item));
  });
}

test('a claim can only be assigned to a member', async () => {
  assert.equal((await act('assign')).status, 422);
  assert.equal((await act('assign', { assigned_to_user_id: 'usr_stranger' })).status, 404);
  const assigned = { assigned_to_user_id: service.user_id, due_at: '2027-01-01T12:00:00+02:00' };
  const { body } = await succeeded(act('assign', assigned));
  assert.equal(body.due_at, '2027-01-01T10:00:00.000Z');
  await listed('assigned', (item) => item.due_at === body.due_at && item.assigned_to_user_id === service.user_id);
  const { human_review } = await shown();
  assert.equal(human_review.assigned_to_user_id, service.user_id);
  assert.equal(human_review.due_at, body.due_at);
  assert.equal(human_review.decision, null);
});

test('a request for evidence keeps the item open and assigned', async () => {
  await succeeded(act('request_evidence'));
  await listed('needs_evidence', (item) => item.assigned_to_user_id === service.user_id);
  const claim = await shown();
  assert.equal(claim.human_review_status, 'needs_evidence');
  assert.equal(claim.human_review.state, 'open');
});

test('a key with results:read sees decisions, but not the review queue', async () => {
  const { secret: key } = await service.issue({ scopes: ['verifications:read'] });
  const { body } = await succeeded(service.call('GET', `/verifications/${verification_id}`, { key }));
  assert.equal(body.result.claims[0].human_review.action, 'request_evidence');
  assert.equal((await service.call('GET', '/reviews', { key })).status, 403);
});

test('an overriding decision is shown beside the verdict everywhere', async () => {
  const { status, body: refused } = await act('override', { decision: verdict });
  assert.equal(status, 422);
  assert.deepEqual([refused.detail[0].loc, refused.detail[0].input], [['body', 'decision'], verdict]);
  await succeeded(act('override', { decision: 'disputed' }));
  const claim = await shown();
  assert.equal(claim.verdict, verdict);
  assert.equal(claim.human_review_status, 'overridden');
  assert.equal(claim.human_review.decision, 'disputed');
  assert.equal(claim.human_review.explanation, 'to override');
  await listed('resolved', (item) => item.verdict === verdict && item.decision === 'disputed');
  const page = await succeeded(service.call('GET', `/verifications/${verification_id}/export`));
  assert.match(page.text, /People decided: . Disputed/);
  assert.equal((await act('accept')).body.error.code, 'review_closed');
});

test('reopening clears the decision, accepting makes the verdict the decision', async () => {
  await succeeded(act('reopen'));
  const reopened = await shown();
  assert.equal(reopened.human_review_status, 'unreviewed');
  assert.equal(reopened.human_review.decision, null);
  await succeeded(act('accept'));
  assert.equal((await shown()).human_review.decision, verdict);
});
