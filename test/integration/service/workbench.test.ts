/** The frame of the workbench: signing in, the one-time link, forms, headers, refusals as pages. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSignInLinkOperations } from '#apps/control/sign-in-link.ts';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';
import { joinAs, PASSWORD, skipSignInLimits } from '#test/support/workbench.ts';
import { openPages, type Pages } from '#test/support/workbench-pages.ts';
import { EXAMPLE_FIGURES } from '#workbench/example-figures.ts';

const MINUTE_MS = 60_000;

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const link = async () => {
  skipSignInLimits(service);
  return new URL((await createSignInLinkOperations(service.service).signInLink({})).url);
};
const signedIn = async (): Promise<Pages> => {
  const pages = openPages(service);
  const answer = await pages.post('/app/login', { api_key: service.key });
  assert.equal(answer.status, 303, answer.text);
  return pages;
};

describe('the front door', () => {
  it('leads a browser to the workbench, and says to programs that nothing is there', async () => {
    const browser = await service.call('GET', '//', { key: null, headers: { accept: 'text/html,*/*' } });
    assert.deepEqual([browser.status, browser.headers.location], [303, '/app']);
    const program = await service.call('GET', '//', { key: null });
    assert.deepEqual([program.status, program.body.error.code], [404, 'not_found']);
  });

  it('has strangers sign in, and leads them back to the page that they asked for', async () => {
    const pages = openPages(service);
    const asked = await pages.get('/app/verifications?after=x');
    assert.equal(asked.status, 303);
    const login = asked.headers.location!;
    assert.equal(login, '/app/login?next=%2Fapp%2Fverifications%3Fafter%3Dx');
    skipSignInLimits(service);
    const entered = await pages.post('/app/login', { api_key: service.key, next: '/app/verifications?after=x' });
    assert.equal(entered.headers.location, '/app/verifications?after=x');
    const away = await pages.post('/app/login', { api_key: service.key, next: '//evil.example/app' });
    assert.equal(away.headers.location, '/app');
  });

  it('does not take an API key for a session', async () => {
    const answer = await service.call('GET', '//app');
    assert.equal(answer.headers.location, '/app/login');
  });
});

describe('the one-time link', () => {
  it('signs the owner in once', async () => {
    const { pathname, searchParams } = await link();
    const token = searchParams.get('token')!;
    const pages = openPages(service);
    const page = await pages.get(`${pathname}?token=${token}`);
    assert.match(page.text, /Sign in as the owner/);
    assert.equal(pages.cookie, '', 'a page that a link checker opens signs nobody in');
    assert.equal((await pages.post(pathname, { token })).headers.location, '/app');
    assert.match((await pages.get('/app')).text, /owner/);
    const again = await openPages(service).post(pathname, { token });
    assert.equal(again.status, 404);
    assert.match(again.text, /not valid any more/);
  });

  it('is not used up where the browser would not keep the session, which is told', async () => {
    const { pathname, searchParams } = await link();
    const token = searchParams.get('token')!;
    const from = (origin: string) =>
      openPages(service).post(pathname, { token }, { 'sec-fetch-site': 'same-origin', origin });
    const answer = await from('http://192.168.1.20:8080');
    assert.equal(answer.status, 422);
    assert.match(answer.text, /keeps nobody signed in over plain HTTP/);
    assert.equal((await from('https://evidence.example')).status, 303);
  });

  it('expires, and is replaced by a newer one', async () => {
    const first = await link();
    const second = await link();
    const use = (url: URL) => openPages(service).post(url.pathname, { token: url.searchParams.get('token')! });
    assert.equal((await use(first)).status, 404);
    service.advance(11 * MINUTE_MS);
    assert.equal((await use(second)).status, 404);
    const { url } = await createSignInLinkOperations(service.service).signInLink({});
    assert.equal((await use(new URL(url))).status, 303);
  });

  it('lets one of many in who come at the same time', async () => {
    const { pathname, searchParams } = await link();
    const token = searchParams.get('token')!;
    const answers = await Promise.all(Array.from({ length: 5 }, () => openPages(service).post(pathname, { token })));
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
  });

  it('stands neither in a log line nor in the stores', async () => {
    const { searchParams, pathname } = await link();
    const token = searchParams.get('token')!;
    await openPages(service).get(`${pathname}?token=${token}`);
    await openPages(service).post(pathname, { token });
    assert.ok(!service.logs.some((line) => line.includes(token)));
    const stored = await service.service.stores.operations.values.get('sign-in-link');
    assert.ok(stored !== null && !stored.includes(token));
  });
});

describe('forms', () => {
  it('are refused without the token of their session, and from other sites', async () => {
    const pages = await signedIn();
    const withoutToken = await pages.post('/app/logout', { csrf: '' });
    assert.equal(withoutToken.status, 403);
    assert.match(withoutToken.text, /<h1>You may not do that<\/h1>/);
    const elsewhere = await pages.post('/app/logout', {}, { 'sec-fetch-site': 'cross-site' });
    assert.equal(elsewhere.status, 403);
    const login = await openPages(service).post(
      '/app/login',
      { api_key: service.key },
      { 'sec-fetch-site': 'same-site' },
    );
    assert.equal(login.status, 403);
    assert.equal((await pages.get('/app')).status, 200, 'still signed in');
  });

  it('end the session when one logs out', async () => {
    const pages = await signedIn();
    const { cookie } = pages;
    const out = await pages.post('/app/logout', {});
    assert.equal(out.headers.location, '/app/login?out=1');
    const before = await service.call('GET', '//app', { key: null, headers: { cookie } });
    assert.equal(before.headers.location, '/app/login?ended=1');
  });

  it('say why nobody was let in, and forget the secret', async () => {
    skipSignInLimits(service);
    const fields = {
      organization_id: service.organization_id,
      email: 'a"><b>@example.com',
      password: 'wrong password 1',
    };
    const answer = await openPages(service).post('/app/login', fields);
    assert.equal(answer.status, 401);
    assert.match(answer.text, /The address or the password is not right/);
    assert.ok(!answer.text.includes('wrong password 1') && !answer.text.includes('"><b>'));
  });

  it('let an invited person join', async () => {
    skipSignInLimits(service);
    const path = `/organizations/${service.organization_id}/members`;
    const invited = await service.call('POST', path, { body: { email: 'new@example.com', role: 'viewer' } });
    const pages = openPages(service);
    const joined = await pages.post('/app/invitation', { token: invited.body.invitation.token, password: PASSWORD });
    assert.equal(joined.headers.location, '/app');
    assert.match((await pages.get('/app')).text, /viewer/);
  });
});

describe('pages', () => {
  const withPolicy = (answer: Answer) => {
    const policy = answer.headers['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'.*script-src 'self'.*style-src 'self'/);
    assert.ok(!policy.includes('unsafe'));
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.ok(!/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/.test(answer.text), 'nothing inline');
  };

  it('allow nothing inline and nothing from elsewhere', async () => {
    const pages = await signedIn();
    withPolicy(await pages.get('/app'));
    withPolicy(await openPages(service).get('/app/login'));
    withPolicy(await pages.get('/app/nowhere'));
  });

  it('are a page too where there is none', async () => {
    const answer = await (await signedIn()).get('/app/nowhere');
    assert.equal(answer.status, 404);
    assert.match(answer.text, /There is no such page/);
  });

  it('lead only to what the role may see', async () => {
    skipSignInLimits(service);
    const viewer = await joinAs(service, service, { email: 'see@example.com', role: 'viewer' });
    const { text } = await service.call('GET', '//app', { key: null, headers: { cookie: viewer.cookie } });
    assert.ok(!text.includes('href="/app/verify"') && text.includes('href="/app/verifications"'));
  });

  it('begin, before the first verification, with how the rules and a model read the example', async () => {
    const tenant = await service.newTenant();
    skipSignInLimits(service);
    const pages = openPages(service);
    await pages.post('/app/login', { api_key: tenant.key });
    const { text } = await pages.get('/app');
    assert.match(text, /npm run evidence -- model find/);
    const { rules, model } = EXAMPLE_FIGURES.unverifiable;
    assert.match(text, new RegExp(`Unverifiable</span></th><td>${rules}</td><td>${model}</td>`));
    assert.ok(model < rules, 'why one would connect a model');
  });

  it('lead a session that began with a key only to what the key has scopes for', async () => {
    skipSignInLimits(service);
    const key = await service.issue({ scopes: ['verifications:read', 'organizations:read', 'webhooks:write'] });
    const pages = openPages(service);
    await pages.post('/app/login', { api_key: key.secret });
    const { text } = await pages.get('/app/settings');
    const led = new Set([...text.matchAll(/<a href="(\/app[^"]*)"/g)].map(([, path]) => path));
    assert.deepEqual([...led].sort(), ['/app', '/app/settings', '/app/verifications', '/app/webhooks']);
    assert.match((await pages.get('/app')).text, /Nothing was verified yet|Lately verified/);
    for (const path of led) assert.equal((await pages.get(path!)).status, 200, String(path));
    assert.equal((await pages.get('/app/sources')).status, 403);
  });

  it('are kept by the browser as far as they say nothing of anybody', async () => {
    const { text } = await openPages(service).get('/app/login');
    const [, sheet] = /href="(\/app\/assets\/app\.css\?v=\w+)"/.exec(text)!;
    const answer = await openPages(service).get(sheet!);
    assert.match(String(answer.headers['cache-control']), /immutable/);
    assert.match(String(answer.headers['content-type']), /text\/css/);
    assert.equal((await openPages(service).get('/app/assets/..%2fapp.ts')).status, 404);
  });
});

describe('a page', () => {
  /** What a page hears of its session; resolves when the stream ends. */
  const heard = (cookie: string) =>
    service.call('GET', '//app/session', { key: null, headers: { cookie } }).then(({ text }) => text);

  it('hears at once that its session has ended in another browser', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const hearing = heard(here.cookie);
    const answer = await there.post('/app/session/everywhere', {});
    assert.equal(answer.headers.location, '/app/login?out=1');
    assert.match(await hearing, /^event: ended$/m);
    assert.equal((await here.get('/app')).headers.location, '/app/login?ended=1');
  });

  it('does not keep a session open by itself', async () => {
    const pages = await signedIn();
    service.advance(29 * MINUTE_MS);
    const headers = { cookie: pages.cookie };
    assert.equal((await service.call('HEAD', '//app/session', { key: null, headers })).status, 200);
    service.advance(2 * MINUTE_MS);
    assert.equal((await pages.get('/app')).headers.location, '/app/login?ended=1');
  });

  it('counts neither its live parts nor the details of claims as calls', async () => {
    const { body } = await service.call('POST', '/verifications', { body: { content: 'Whales sing.' } });
    const pages = await signedIn();
    const path = `/app/verifications/${body.result.id}`;
    const shown = await pages.get(path);
    assert.equal((await pages.get(`${path}/claims/1`)).status, 200);
    for (const stream of ['/app/reviews/queue', `${path}/progress`, '/app/session']) {
      const headers = { cookie: pages.cookie };
      assert.equal((await service.call('HEAD', `/${stream}`, { key: null, headers })).status, 200);
    }
    const left = (answer: Answer) => Number(answer.headers['ratelimit-remaining']);
    assert.equal(left(await pages.get(path)), left(shown) - 1);
  });
});

describe('the list of verifications', () => {
  it('names a text by how it begins, and a kept-nowhere one not at all', async () => {
    await service.call('POST', '/verifications', {
      body: { content: '# Whales <b>sing</b>\n\nTheir songs are long.' },
    });
    await service.call('POST', '/verifications', { body: { content: 'Eels are silent.', zero_retention: true } });
    const pages = await signedIn();
    await eventuallyShown(service, 'the title is listed', async () => {
      const { text } = await pages.get('/app/verifications');
      return (
        text.includes('<b dir="auto">Whales &lt;b&gt;sing&lt;/b&gt;</b>') &&
        text.includes('<b>Text of 16 characters</b>')
      );
    });
    assert.ok(!(await pages.get('/app/verifications')).text.includes('Eels'));
    const other = openPages(service);
    skipSignInLimits(service);
    await other.post('/app/login', { api_key: (await service.newTenant()).key });
    assert.ok(!(await other.get('/app/verifications')).text.includes('Whales'));
  });
});

describe('the report of a result', () => {
  it('is the export, to print, for who may export', async () => {
    const { body } = await service.call('POST', '/verifications', { body: { content: 'Whales <b>sing</b>.' } });
    const pages = await signedIn();
    const path = `/app/verifications/${body.result.id}`;
    await eventuallyShown(service, 'the result is shown', async () =>
      (await pages.get(path)).text.includes(`${path}/report`),
    );
    const report = await pages.get(`${path}/report`);
    assert.equal(report.status, 200);
    const exported = await service.call('GET', `/verifications/${body.result.id}/export?format=html`);
    assert.equal(report.text, exported.text);
    assert.match(String(report.headers['content-security-policy']), /^default-src 'none'; style-src 'unsafe-inline';/);
    const other = openPages(service);
    skipSignInLimits(service);
    await other.post('/app/login', { api_key: (await service.newTenant()).key });
    assert.equal((await other.get(`${path}/report`)).status, 404);
    const viewer = await joinAs(service, service, { email: 'reader@example.com', role: 'viewer' });
    const headers = { cookie: viewer.cookie };
    assert.equal((await service.call('GET', `/${path}/report`, { key: null, headers })).status, 403);
  });
});
