/** The pages below Settings, and usage, by plain forms: roles, tenancy, refusals, and names that are markup. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { MemberRole } from '#contracts/vocabulary.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { joinAs, skipSignInLimits } from '#test/support/workbench.ts';
import { openPages, type Pages } from '#test/support/workbench-pages.ts';

const HOUR_MS = 3_600_000;
const HOSTILE = '"><img src=x onerror=alert(1)>';

interface Received {
  headers: Record<string, string>;
  body: string;
}
const received: Received[] = [];
/** Statuses of the next answers. */
const answers: number[] = [];
const receiver = createServer(async (request, response) => {
  const body = (await Array.fromAsync(request)).join('');
  received.push({ headers: request.headers as Record<string, string>, body });
  response.writeHead(answers.shift() ?? 204).end();
});

let service: TestService;
let model: ModelServer;
let relationship = 'contradicts';
let owner: Pages;
let url: string;
before(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `http://${host}/hook`;
  model = await openModelServer({
    format: chatCompletions('ollama'),
    says: () => ({ text: JSON.stringify({ relationship }) }),
  });
  const settings = {
    url: model.url,
    name: 'reader:8b',
    key: 'key-of-the-model',
    kind: 'general' as const,
    isExternal: false,
    prices: NO_PRICES,
  };
  service = await openTestService({ realEngine: true, allowHosts: [host], model: settings });
});
beforeEach(signInOwner);
after(async () => {
  await service?.close();
  await model?.close();
  receiver.close();
});

/** A session ends by itself when the clock is moved on for the sign-ins of others, so the owner signs in again. */
async function signInOwner(): Promise<void> {
  skipSignInLimits(service);
  owner = openPages(service);
  assert.equal((await owner.post('/app/login', { api_key: service.key })).status, 303);
}

async function memberPages(role: MemberRole): Promise<Pages> {
  skipSignInLimits(service);
  const browser = await joinAs(service, service, { email: `${role}${service.now()}@example.org`, role });
  await signInOwner();
  return openPages(service, browser.cookie);
}

async function otherTenant(): Promise<Pages> {
  skipSignInLimits(service);
  const pages = openPages(service);
  await pages.post('/app/login', { api_key: (await service.newTenant()).key });
  await signInOwner();
  return pages;
}

describe('each page', () => {
  const PAGES: Record<string, readonly MemberRole[]> = {
    '/app/settings': ['admin', 'developer', 'reviewer', 'viewer'],
    '/app/policies': ['admin', 'developer', 'reviewer', 'viewer'],
    '/app/usage': ['admin', 'developer'],
    '/app/webhooks': ['admin', 'developer'],
    '/app/providers': ['admin'],
    '/app/audit': ['admin'],
    '/app/audit/check': ['admin'],
  };

  it('is shown to its roles alone, and led to from pages of who may see it', async () => {
    for (const role of ['admin', 'developer', 'reviewer', 'viewer'] as const) {
      const pages = await memberPages(role);
      const links = (await pages.get('/app')).text + (await pages.get('/app/settings')).text;
      for (const [path, roles] of Object.entries(PAGES)) {
        const may = roles.includes(role);
        assert.equal((await pages.get(path)).status, may ? 200 : 403, `${role} ${path}`);
        if (path !== '/app/audit/check') assert.equal(links.includes(`href="${path}"`), may, `${role} ${path}`);
      }
    }
  });

  it('has nothing inline, and its forms their token', async () => {
    for (const path of Object.keys(PAGES)) {
      const { text } = await owner.get(path);
      assert.ok(!/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/.test(text), path);
      const forms = text.match(/<form[^>]*method="post"[\s\S]*?<\/form>/g) ?? [];
      for (const form of forms) assert.match(form, /name="csrf" value="\w+"/, path);
    }
  });
});

describe('retention', () => {
  it('is changed by a form, and a box that is not ticked is off', async () => {
    const changed = { retention_hours: '24', monthly_limit: '12.5', exports_enabled: 'on' };
    assert.equal((await owner.post('/app/settings', changed)).status, 303);
    const [organization] = (await succeeded(service.call('GET', '/organizations'))).body.data;
    assert.deepEqual(organization.settings, {
      retention_hours: 24,
      zero_retention: false,
      exports_enabled: true,
      monthly_cost_limit_cents: 1250,
    });
    const { text } = await owner.get('/app/settings');
    assert.match(text, /value="24"/);
    assert.match(text, /value="12.5"/);
    const back = { retention_hours: '720', monthly_limit: '', exports_enabled: 'on' };
    assert.equal((await owner.post('/app/settings', back)).status, 303);
  });

  it('changes only what differs from what its form was shown with', async () => {
    const shown = {
      retention_hours: 720,
      zero_retention: false,
      exports_enabled: true,
      monthly_cost_limit_cents: null,
    };
    const first = { retention_hours: '48', monthly_limit: '', exports_enabled: 'on', shown: JSON.stringify(shown) };
    assert.equal((await owner.post('/app/settings', first)).status, 303);
    // Of a page that was loaded before.
    const second = { retention_hours: '720', monthly_limit: '5', exports_enabled: 'on', shown: JSON.stringify(shown) };
    assert.equal((await owner.post('/app/settings', second)).status, 303);
    const [{ settings }] = (await succeeded(service.call('GET', '/organizations'))).body.data;
    assert.deepEqual(settings, { ...shown, retention_hours: 48, monthly_cost_limit_cents: 500 });
    const back = { retention_hours: '720', monthly_limit: '', exports_enabled: 'on' };
    assert.equal((await owner.post('/app/settings', back)).status, 303);
  });

  it('refuses what the API refuses, and who may not change it', async () => {
    const refused: Record<string, string>[] = [
      { retention_hours: '721' },
      { retention_hours: '24', monthly_limit: 'much' },
      {},
    ];
    for (const fields of refused) {
      assert.equal((await owner.post('/app/settings', fields)).status, 422, JSON.stringify(fields));
    }
    const viewer = await memberPages('viewer');
    assert.ok(!(await viewer.get('/app/settings')).text.includes('name="retention_hours"'));
    assert.equal((await viewer.post('/app/settings', { retention_hours: '1' })).status, 403);
  });
});

describe('policies', () => {
  it('are made, listed with their rules, and deactivated', async () => {
    const made = {
      name: `Press ${HOSTILE}`,
      version: '1',
      base_profile: 'general_web',
      minimum_independent_sources: '3',
    };
    assert.equal((await owner.post('/app/policies', { ...made, authoritative_source_can_decide: 'no' })).status, 303);
    const { text } = await owner.get('/app/policies');
    assert.ok(text.includes('Press &quot;&gt;&lt;img') && !text.includes('<img'));
    assert.match(text, /3 independent sources; an approved one decides alone: no; coverage 80/);
    assert.equal((await owner.post('/app/policies', made)).status, 409);
    assert.equal((await owner.post('/app/policies', { ...made, version: '2', coverage_threshold: '0.1' })).status, 422);
    const id = /policies\/(pol_\w+)\/deactivate/.exec(text)![1]!;
    assert.equal((await (await otherTenant()).post(`/app/policies/${id}/deactivate`, {})).status, 404);
    assert.equal((await (await memberPages('developer')).post(`/app/policies/${id}/deactivate`, {})).status, 403);
    assert.equal((await owner.post(`/app/policies/${id}/deactivate`, {})).status, 303);
    assert.match((await owner.get('/app/policies')).text, /not active any more/);
  });
});

describe('webhooks', () => {
  it('are added with a secret that is shown once; a message given up on is sent again', async () => {
    const added = await owner.post('/app/webhooks', { url });
    assert.equal(added.status, 200, added.text);
    const secret = /value="(whsec_[^"]+)"/.exec(added.text)![1]!;
    const list = await owner.get('/app/webhooks');
    assert.ok(!list.text.includes(secret) && !list.text.includes('/hook"'));
    const id = /\/app\/webhooks\/(whk_\w+)/.exec(list.text)![1]!;
    await succeeded(service.call('POST', '/verifications', { body: { content: 'Iron rusts.', mode: 'fast' } }));
    const deliveries = async (query = '') => (await owner.get(`/app/webhooks/${id}${query}`)).text;
    await eventuallyShown(service, 'it is delivered', async () =>
      (await deliveries('?state=delivered')).includes('Send again'),
    );
    assert.equal(received.length, 1);
    const message_id = /name="message_id" value="(msg_\w+)"/.exec(await deliveries())![1]!;

    const resent = await owner.post(`/app/webhooks/${id}/resend`, { message_id });
    assert.equal(resent.headers.location, `/app/webhooks/${id}?sent=1`);
    assert.match((await owner.get(resent.headers.location!)).text, /A copy of the message is on its way/);
    await eventually('it comes again', () => received.length === 2);
    const [first, second] = received as [Received, Received];
    assert.equal(second.body, first.body);
    assert.notEqual(second.headers['webhook-id'], first.headers['webhook-id']);
    await eventuallyShown(service, 'the trail tells of it', async () =>
      (await owner.get('/app/audit')).text.includes('webhook.message_resent'),
    );

    const stranger = await otherTenant();
    assert.equal((await stranger.get(`/app/webhooks/${id}`)).status, 404);
    assert.equal((await stranger.post(`/app/webhooks/${id}/resend`, { message_id })).status, 404);
    assert.equal((await stranger.post(`/app/webhooks/${id}/delete`, {})).status, 404);
    assert.equal((await owner.post(`/app/webhooks/${id}/resend`, { message_id: 'msg_unknown' })).status, 404);
    assert.equal((await owner.post(`/app/webhooks/${id}/delete`, {})).status, 303);
    assert.equal((await owner.get(`/app/webhooks/${id}`)).status, 404);
    assert.equal(received.length, 2);
  });

  it('say why an address is refused', async () => {
    const answer = await owner.post('/app/webhooks', { url: 'http://10.0.0.1/hook' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /can&#39;t be used for a webhook/);
  });
});

describe('providers', () => {
  it('are connected and disconnected; no page shows a credential', async () => {
    const connected = { provider: 'openai', label: HOSTILE, credential: 'sk-very-secret-1' };
    assert.equal((await owner.post('/app/providers', connected)).status, 303);
    const shown = async () => (await owner.get('/app/providers')).text;
    await eventuallyShown(service, 'it is listed', async () => (await shown()).includes('/disconnect'));
    const text = await shown();
    assert.ok(!text.includes('sk-very-secret') && !text.includes('<img'));
    const id = /providers\/(pcn_\w+)\/disconnect/.exec(text)![1]!;
    assert.equal((await owner.post(`/app/providers/${id}/rotate`, { credential: 'sk-very-secret-2' })).status, 303);
    assert.equal((await (await otherTenant()).post(`/app/providers/${id}/disconnect`, {})).status, 404);
    assert.equal((await owner.post(`/app/providers/${id}/disconnect`, {})).status, 303);
    assert.ok(!service.logs.some((line) => line.includes('sk-very-secret')));
  });

  it("are tried out by a call of the operator's model, which is told from a wrong answer", async () => {
    assert.match((await owner.get('/app/providers')).text, /reader:8b/);
    const right = await owner.post('/app/providers/test', { model: 'reader:8b' });
    assert.equal(right.status, 200, right.text);
    assert.match(right.text, /It answers as verifications need it\./);
    relationship = 'supports';
    assert.match((await owner.post('/app/providers/test', { model: 'reader:8b' })).text, /but not rightly/);
    assert.equal((await owner.post('/app/providers/test', { model: 'unknown' })).status, 404);
    assert.equal(
      (await (await memberPages('developer')).post('/app/providers/test', { model: 'reader:8b' })).status,
      403,
    );
  });
});

describe('test calls of models', () => {
  it('are twenty an hour of an organization', async () => {
    service.advance(HOUR_MS);
    await signInOwner();
    const test = () => owner.post('/app/providers/test', { model: 'reader:8b' });
    for (let n = 0; n < 20; n++) assert.equal((await test()).status, 200, `call ${n}`);
    const asked = model.requests.length;
    const refused = await test();
    assert.equal(refused.status, 429);
    assert.match(refused.text, /test calls of models per hour/);
    assert.equal(model.requests.length, asked);
  });
});

describe('usage', () => {
  it('is shown by day and by key, as charts with their figures', async () => {
    const key = await service.issue({ name: `Newsroom ${HOSTILE}` });
    await succeeded(
      service.call('POST', '/verifications', { key: key.secret, body: { content: 'Copper conducts.', mode: 'fast' } }),
    );
    await eventuallyShown(service, 'the key is named', async () =>
      (await owner.get('/app/usage?days=7')).text.includes('Newsroom'),
    );
    const { text } = await owner.get('/app/usage?days=7');
    assert.ok(!text.includes('<img'));
    assert.match(text, /<svg class="chart"[\s\S]*<rect[\s\S]*<title>\d{4}-\d\d-\d\d: \d+ texts?<\/title>/);
    assert.equal(text.match(/<th scope="row">/g)?.length, 7);
  });
});

describe('the audit chain', () => {
  it('is listed by pages and checked, and its end is signed', async () => {
    const { text } = await owner.get('/app/audit');
    assert.match(text, /session\.started/);
    const checked = await owner.get('/app/audit/check');
    assert.match(checked.text, /Records 1 to \d+ of \d+: each has the hash/);
    assert.match(checked.text, /&quot;signature&quot;/);
    assert.equal((await owner.get('/app/audit/check?from=0')).status, 404);
    assert.equal((await owner.get('/app/audit/check?from=99999')).status, 404);
  });

  it('is checked only so often in an hour', async () => {
    const other = await otherTenant();
    const statuses: number[] = [];
    for (let call = 0; call < 121; call++) {
      // Pages have a limit per minute as well.
      if (call % 50 === 0) service.advance(60_000);
      statuses.push((await other.get('/app/audit/check')).status);
    }
    assert.deepEqual(new Set(statuses.slice(0, 120)), new Set([200]));
    assert.equal(statuses[120], 429);
  });
});
