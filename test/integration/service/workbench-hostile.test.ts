/** The workbench against who has a session and means harm: bodies, live parts, ids of others. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { toNextMinute } from '#test/support/service/next-minute.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { useCasesOf } from '#test/support/service/use-cases.ts';
import { openPages, type Pages } from '#test/support/workbench-pages.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

/** Signed in with a key of their own, so that tests do not use up each other's limits. */
async function signedIn(): Promise<Pages> {
  const { secret } = await service.issue({ role: 'owner' });
  const pages = openPages(service);
  assert.equal((await pages.post('/app/login', { api_key: secret })).status, 303);
  return pages;
}

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('a form', () => {
  it('with very many fields takes no longer than one as long', async () => {
    const pages = await signedIn();
    const characters = 600_000;
    const send = (body: string) =>
      service.call('POST', '//app/reviews', {
        key: null,
        body,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          cookie: pages.cookie,
        },
      });
    const one = await processorTime(() => send(`a=${'b'.repeat(characters)}`));
    const many = await processorTime(() => send('a&'.repeat(characters / 2)));
    assert.ok(many < 10 * one, `${many} and ${one} µs`);
  });
});

describe('the form of the example', () => {
  it('begins one verification, however often it is sent', async (context) => {
    const own = await openTestService();
    context.after(() => own.close());
    const pages = openPages(own);
    await pages.post('/app/login', { api_key: own.key });
    const [, key] = /example">.*name="key" value="(\w+)"/.exec((await pages.get('/app')).text)!;
    const sent = [await pages.post('/app/example', { key: key! }), await pages.post('/app/example', { key: key! })];
    const [first, second] = sent.map(({ headers }) => headers.location);
    assert.match(first!, /^\/app\/verifications\/ver_/);
    assert.equal(second, first);
  });
});

describe('the form to verify a text', () => {
  const send = (pages: Pages, key: string, content: string) =>
    pages.post('/app/verify', { key, content, profile: 'general_web', mode: 'fast' });

  it('leads to the one verification that it begins, also when it is sent twice at once', async () => {
    const pages = await signedIn();
    await pages.get('/app/verify');
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(pages, 'twice', 'Tin is a metal.')));
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]));
    assert.equal(new Set(sent.map(({ headers }) => headers.location)).size, 1);
  });

  it('can be sent again when it was changed after it was sent', async () => {
    const pages = await signedIn();
    await send(pages, 'changed', 'Tin is a metal.');
    const refused = await send(pages, 'changed', 'Tin is no metal.');
    assert.equal(refused.status, 409);
    assert.match(refused.text, /This form was sent before, with something else in it/);
    const [, key] = /name="key" value="(\w+)"/.exec(refused.text)!;
    assert.equal((await send(pages, key!, 'Tin is no metal.')).status, 303);
  });
});

/** A verification that goes on until `release` is called, and a way to watch it as a browser does. */
async function atWork(context: TestContext, watched: TestService) {
  const release = watched.engine.hold();
  context.after(release);
  const { verification_id } = await useCasesOf(watched, watched).begin();
  const origin = await watched.service.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    verification_id,
    release,
    watch: ({ cookie }: Pages) =>
      fetch(`${origin}/app/verifications/${verification_id}/progress`, { headers: { cookie } }),
  };
}

/** The first piece of a stream. */
async function begins({ body }: Response): Promise<string> {
  const { value } = await body!.pipeThrough(new TextDecoderStream()).getReader().read();
  return value ?? '';
}

describe('live progress', () => {
  it('counts apart from other calls, and not without end', async () => {
    const pages = await signedIn();
    const { body } = await service.call('POST', '/verifications', { body: { content: 'Lead is soft.' } });
    const path = `/app/verifications/${body.result.id}/progress`;
    toNextMinute(service);
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await pages.get(path)).status);
    assert.deepEqual([new Set(statuses.slice(0, 60)), statuses[60]], [new Set([200]), 429]);
    assert.equal((await pages.get('/app')).status, 200);
  });

  it('has so many places for one person; further ones are told what is known, and to ask later', async (context) => {
    const { watch, release } = await atWork(context, service);
    const one = await signedIn();
    const open = await Promise.all(Array.from({ length: 10 }, () => watch(one)));
    const last = await watch(one);
    const text = await last.text();
    assert.match(text, /^retry: 15000\n\ndata: \{"stage":"extract"/);
    assert.match(await begins(await watch(await signedIn())), /^retry: 500\n/, 'another person');
    release();
    const texts = await Promise.all(open.map((response) => response.text()));
    assert.ok(texts.every((each) => each.includes('"stage":null')));
    assert.match(await begins(await watch(one)), /^retry: 500\n/, 'a place is free again');
  });

  it('ends at once when the process shuts down', async (context) => {
    const own = await openTestService();
    const { watch, release } = await atWork(context, own);
    const pages = openPages(own);
    await pages.post('/app/login', { api_key: own.key });
    const stream = await watch(pages);
    const closed = own.close();
    assert.doesNotMatch(await stream.text(), /"stage":null/);
    release();
    await closed;
  });
});
