/** The workbench against who has a session and means harm: bodies, forms, ids of others. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { openPages, type Pages, signedIn } from '#test/support/workbench-pages.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe('a form', () => {
  it('with very many fields takes no longer than one as long', async () => {
    const pages = await signedIn(service);
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
    const pages = await signedIn(service);
    await pages.get('/app/verify');
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(pages, 'twice', 'Tin is a metal.')));
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([303]));
    assert.equal(new Set(sent.map(({ headers }) => headers.location)).size, 1);
  });

  it('can be sent again when it was changed after it was sent', async () => {
    const pages = await signedIn(service);
    await send(pages, 'changed', 'Tin is a metal.');
    const refused = await send(pages, 'changed', 'Tin is no metal.');
    assert.equal(refused.status, 409);
    assert.match(refused.text, /This form was sent before, with something else in it/);
    const [, key] = /name="key" value="(\w+)"/.exec(refused.text)!;
    assert.equal((await send(pages, key!, 'Tin is no metal.')).status, 303);
  });
});
