/** Reviews, keys and members in the workbench, by plain forms. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { reviewsPage } from '#query-api/pages/reviews.ts';
import { eventually } from '#test/support/eventually.ts';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { joinAs, PASSWORD, skipSignInLimits } from '#test/support/workbench.ts';
import { openPages, type Pages } from '#test/support/workbench-pages.ts';
import { ACCEPTED } from '#workbench/views/reviews.ts';

let service: TestService;
let owner: Pages;
before(async () => {
  service = await openTestService();
});
beforeEach(async () => {
  // Who signs others in moves the clock, by which an earlier session may have ended.
  skipSignInLimits(service);
  owner = openPages(service);
  assert.equal((await owner.post('/app/login', { api_key: service.key })).status, 303);
});
after(() => service.close());

async function memberPages(role: 'reviewer' | 'viewer'): Promise<Pages> {
  skipSignInLimits(service);
  const tenant = { organization_id: service.organization_id, key: service.key };
  const browser = await joinAs(service, tenant, { email: `${role}@example.org`, role });
  return openPages(service, browser.cookie);
}

/** A verification with a claim in the queue. */
async function waiting(content: string): Promise<{ verification_id: string; claim_id: string }> {
  const { body } = await succeeded(service.call('POST', '/verifications', { body: { content } }));
  const { id: verification_id, claims } = body.result;
  const claim_id = claims[0].id;
  const explanation = 'Please look at it.';
  await succeeded(
    service.call('POST', `/verifications/${verification_id}/reviews`, {
      body: { claim_id, action: 'request_evidence', explanation },
    }),
  );
  // The view is asked, as pages count against a limit.
  await eventually('the item is listed', async () => {
    const { data } = await reviewsPage(service.service.queries!, service.organization_id, {
      filter: 'open',
      limit: 100,
    });
    return data.some((item) => item.claim_id === claim_id);
  });
  return { verification_id, claim_id };
}

const record = async (verification_id: string) =>
  (await succeeded(service.call('GET', `/verifications/${verification_id}`))).body.result.claims[0].human_review_status;

describe('the review queue', () => {
  it('shows the claim, the verdict and the last note, and takes an acceptance with one button', async () => {
    const item = await waiting('The Sandvik bridge is <b>412</b> metres long.');
    const page = await owner.get('/app/reviews');
    assert.match(page.text, /The Sandvik bridge is &lt;b&gt;412&lt;\/b&gt; metres long\./);
    assert.match(page.text, /Please look at it\./);
    const answer = await owner.post('/app/reviews', {
      ...item,
      action: 'accept',
      explanation: ACCEPTED,
      back: '/app/reviews',
    });
    assert.deepEqual([answer.status, answer.headers.location], [303, '/app/reviews']);
    assert.equal(await record(item.verification_id), 'accepted');
    assert.ok(!(await owner.get('/app/reviews')).text.includes(item.claim_id));
    assert.ok((await owner.get('/app/reviews?filter=resolved')).text.includes(item.claim_id));
  });

  it('leads to the claim with its passages', async () => {
    const { verification_id, claim_id } = await waiting('Lead is soft. Copper is soft.');
    const { text } = await owner.get('/app/reviews');
    const [link] = new RegExp(`/app/verifications/${verification_id}\\?claim=[^"#]*`).exec(text) ?? [];
    const page = await owner.get(link!);
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /<article class="claim [\s\S]*<h2 dir="auto">Lead is soft/);
    assert.ok(link!.includes(claim_id));
  });

  it('is of one person, or of those with a due date', async () => {
    const item = await waiting('Whales sing.');
    const user = (await owner.get('/session')).body.user_id;
    const assigned = {
      ...item,
      action: 'assign',
      explanation: 'Yours.',
      assigned_to_user_id: user,
      due_on: '2027-01-31',
    };
    assert.equal((await owner.post('/app/reviews', assigned)).status, 303);
    for (const query of ['?assignee=me', '?by=due', '?filter=assigned&assignee=me&by=due']) {
      assert.ok((await owner.get(`/app/reviews${query}`)).text.includes(item.claim_id), query);
    }
  });

  it('says what is wrong with a form, and records nothing', async () => {
    const item = await waiting('Iron rusts.');
    for (const [fields, status] of [
      [{ action: 'override', explanation: 'No.' }, 422],
      [{ action: 'accept', explanation: 'x' }, 422],
      [{ action: 'accept', explanation: ACCEPTED, claim_id: 'clm_unknown' }, 404],
      [{ action: 'accept', explanation: ACCEPTED, csrf: 'forged' }, 403],
    ] as const) {
      assert.equal((await owner.post('/app/reviews', { ...item, ...fields })).status, status, JSON.stringify(fields));
    }
    assert.equal(await record(item.verification_id), 'needs_evidence');
  });

  it('has no forms for who may not review, and refuses theirs', async () => {
    const item = await waiting('Ferries float.');
    const viewer = await memberPages('viewer');
    const page = await viewer.get('/app/reviews');
    assert.ok(page.text.includes('Ferries float.') && !page.text.includes('data-accept'));
    assert.equal((await viewer.post('/app/reviews', { ...item, action: 'accept', explanation: ACCEPTED })).status, 403);
    const reviewer = await memberPages('reviewer');
    assert.equal(
      (await reviewer.post('/app/reviews', { ...item, action: 'accept', explanation: ACCEPTED })).status,
      303,
    );
  });

  it("does not show another organization's", async () => {
    const item = await waiting('Trams run.');
    const other = await service.newTenant();
    const pages = openPages(service);
    skipSignInLimits(service);
    await pages.post('/app/login', { api_key: other.key });
    assert.ok(!(await pages.get('/app/reviews')).text.includes(item.claim_id));
    assert.equal((await pages.post('/app/reviews', { ...item, action: 'accept', explanation: ACCEPTED })).status, 404);
  });
});

describe('keys', () => {
  it('are made with a secret that is shown once, rotated and revoked', async () => {
    const made = await owner.post('/app/keys', { name: 'A <script>', environment: 'development', quota_per_hour: '7' });
    assert.equal(made.status, 200);
    assert.match(made.text, /A &lt;script&gt;/);
    const secret = /value="(evs_dev_\w+)"/.exec(made.text)![1]!;
    assert.equal((await service.call('GET', '/models', { key: secret })).status, 200);
    // The owner's key is in the list as well, and perhaps before this one.
    const row = /<b>A &lt;script&gt;<\/b>[\s\S]*?\/app\/keys\/(key_\w+)\/revoke/;
    const find = async () => row.exec((await owner.get('/app/keys')).text)?.[1];
    await eventuallyShown(service, 'the key is listed', async () => (await find()) !== undefined);
    assert.ok(!(await owner.get('/app/keys')).text.includes(secret));
    const id = (await find())!;
    const rotated = await owner.post(`/app/keys/${id}/rotate`, {});
    assert.equal(rotated.status, 200);
    const second = /value="(evs_dev_\w+)"/.exec(rotated.text)![1]!;
    assert.equal((await service.call('GET', '/models', { key: secret })).status, 401);
    assert.equal((await owner.post(`/app/keys/${id}/revoke`, {})).status, 303);
    assert.equal((await service.call('GET', '/models', { key: second })).status, 401);
  });
});

describe('a form that is sent twice', () => {
  const keyOn = async (path: string) => /name="key" value="(req_\w+)"/.exec((await owner.get(path)).text)![1]!;

  it('makes one key, and says that its secret stood in the first answer', async () => {
    const form = { name: 'Sent twice', environment: 'development', key: await keyOn('/app/keys') };
    const answers = await Promise.all([owner.post('/app/keys', form), owner.post('/app/keys', form)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 303]);
    const again = await owner.post('/app/keys', form);
    assert.equal(again.headers.location, '/app/keys?twice');
    const shown = async () => (await owner.get('/app/keys?twice')).text;
    await eventuallyShown(service, 'the key is listed', async () => (await shown()).includes('<b>Sent twice</b>'));
    assert.equal((await shown()).match(/<b>Sent twice<\/b>/g)!.length, 1);
    assert.match(await shown(), /sent twice, and one key was made/);
    assert.equal((await owner.post('/app/keys', { ...form, name: 'Changed' })).status, 409);
  });

  it('can be sent again once it was refused', async () => {
    const form = { name: 'Refused', environment: 'nowhere', key: await keyOn('/app/keys') };
    assert.equal((await owner.post('/app/keys', form)).status, 422);
    assert.equal((await owner.post('/app/keys', { ...form, environment: 'development' })).status, 200);
  });

  it('makes one source set', async () => {
    const form = { name: 'One set', key: await keyOn('/app/sources') };
    await Promise.all([owner.post('/app/sources', form), owner.post('/app/sources', form)]);
    const sets = async () => (await owner.get('/app/sources')).text.match(/<bdi>One set<\/bdi>/g)?.length;
    await eventuallyShown(service, 'the set is listed', async () => (await sets()) !== undefined);
    assert.equal(await sets(), 1);
  });
});

describe('members', () => {
  it('are listed, and invited with a link that is shown once and lets them in', async () => {
    const invited = await owner.post('/app/members', { email: 'ada@example.org', role: 'reviewer' });
    assert.equal(invited.status, 200, invited.text);
    const link = new URL(/value="(http[^"]+\/app\/invitation\?token=evs_inv_[\w-]+)"/.exec(invited.text)![1]!);
    const ada = openPages(service);
    const opened = await ada.get(link.pathname + link.search);
    const token = /name="token"[^>]* value="(evs_inv_[\w-]+)"/.exec(opened.text)![1]!;
    assert.equal((await ada.post(link.pathname, { token, password: PASSWORD })).headers.location, '/app');
    assert.ok(!service.logs.some((line) => line.includes(token)));
    const page = await owner.get('/app/members');
    assert.ok(page.text.includes('ada@example.org'));
    assert.equal((await owner.post('/app/members', { email: 'no address', role: 'reviewer' })).status, 422);
  });
});
